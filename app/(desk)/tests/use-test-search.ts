'use client';

import { createSerializer, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { Outputs } from '../../_lib/trpc.ts';

/** What the page shows: tests by how they stand, or failures that say the same. */
export const testShows = ['failing', 'flaky', 'quarantine', 'all', 'failures'] as const;

const fields = {
  project: parseAsString.withDefault(''),
  branch: parseAsString.withDefault(''),
  q: parseAsString.withDefault(''),
  show: parseAsStringLiteral(testShows).withDefault('failing'),
  offset: parseAsInteger.withDefault(0),
};
const serialize = createSerializer(fields);

/** The search of tests, kept in the address; without a project the first one. */
export function useTestSearch(places: Outputs['results']['places']) {
  const [{ project, branch, q, show, offset }, set] = useQueryStates(fields);
  const chosen = places.find(({ id }) => id === project) ?? places[0];
  return {
    ...{ chosen, branch, text: q, show, offset },
    /** Another search begins at its first page. */
    change: (to: Partial<{ project: string; branch: string; q: string; show: (typeof testShows)[number] }>) =>
      void set({ ...to, offset: null }),
    pageHref: (to: number) => `/tests${serialize({ project, branch, q, show, offset: to })}`,
  };
}
