'use client';

import { createSerializer, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { isUnfiltered, type RunFilter } from '#components/run/run-filters.tsx';
import type { Inputs } from '../../_lib/trpc.ts';

const word = parseAsString.withDefault('');
const fields = {
  q: word,
  show: parseAsStringLiteral(['all', 'live', 'waiting', 'ended']).withDefault('all'),
  state: word,
  outcome: word,
  project: word,
  agent: word,
  before: parseAsInteger,
  after: parseAsInteger,
};
const serialize = createSerializer(fields);

/** The search of the list of runs, kept in the address: a colleague who gets the link sees the same page. */
export function useRunSearch() {
  const [{ before, after, ...filter }, set] = useQueryStates(fields);
  const input: Inputs['runs']['find'] = {
    show: filter.show,
    ...(filter.q !== '' && { text: filter.q }),
    ...(filter.state !== '' && { state: filter.state }),
    ...(filter.outcome !== '' && { outcome: filter.outcome }),
    ...(filter.project !== '' && { projectId: filter.project }),
    ...(filter.agent !== '' && { agent: filter.agent }),
    ...(before !== null && { before }),
    ...(after !== null && { after }),
  };
  return {
    filter,
    input,
    isFirst: before === null && after === null,
    unfiltered: isUnfiltered(filter),
    /** Another filter begins at its first page. */
    setFilter: (change: Partial<RunFilter>) => void set({ ...change, before: null, after: null }),
    pageHref: (page: { before?: number; after?: number }) => `/runs${serialize({ ...filter, ...page })}`,
  };
}
