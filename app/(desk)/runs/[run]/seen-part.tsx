'use client';

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from '#components/ui/link.tsx';
import { Section } from '#components/ui/section.tsx';
import { useTRPC } from '../../../_lib/trpc.ts';

/** Most failures have not been seen before. */
const SeenBefore = lazy(() =>
  import('#components/knowledge/seen-before.tsx').then((module) => ({ default: module.SeenBefore })),
);

/** Has this failed before, and what mended it? Nothing where it has not. */
export function SeenPart({ runId, iteration, at }: { runId: string; iteration: number; at: number | null }) {
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.knowledge.similar.queryOptions({ runId, iteration, ...(at !== null && { at }) }));
  if (data.length === 0) return null;
  return (
    <Suspense>
      <Section
        title="Seen before"
        aside="failures of other runs that look like this one"
        actions={<Link href="/knowledge">all lessons</Link>}
      >
        <SeenBefore lessons={data} />
      </Section>
    </Suspense>
  );
}
