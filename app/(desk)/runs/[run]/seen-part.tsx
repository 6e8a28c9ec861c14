'use client';

import { useQuery } from '@tanstack/react-query';
import { SeenBefore } from '#components/knowledge/seen-before.tsx';
import { Link } from '#components/ui/link.tsx';
import { Section } from '#components/ui/section.tsx';
import { useTRPC } from '../../../_lib/trpc.ts';

/** Has this failed before, and what mended it? Nothing where it has not. */
export function SeenPart({ runId, iteration }: { runId: string; iteration: number }) {
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.knowledge.similar.queryOptions({ runId, iteration }));
  if (data.length === 0) return null;
  return (
    <Section
      title="Seen before"
      aside="failures of earlier runs that look like this one"
      actions={<Link href="/knowledge">all lessons</Link>}
    >
      <SeenBefore lessons={data} />
    </Section>
  );
}
