'use client';

import { useQuery } from '@tanstack/react-query';
import { SimilarRuns } from '#components/review/similar-runs.tsx';
import { TestListSection } from '#components/review/test-list-section.tsx';
import { TriedList } from '#components/review/tried-list.tsx';
import type { TestList } from '#components/review/types.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { counted } from '#lib/format/count.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { TriedPatch } from './tried-patch.tsx';

type Review = Outputs['reviews']['page']['review'];

/** How did it come to this? */
export function Story({ review }: { review: Review }) {
  const trpc = useTRPC();
  const story = useQuery(trpc.reviews.story.queryOptions({ review: review.number }, { staleTime: 60_000 }));
  if (story.error) return <ErrorState what={story.error.message} onRetry={() => void story.refetch()} />;
  if (story.data === undefined) return <Skeleton className="h-160" />;
  const { tried, blocking, neverPassed, similar } = story.data;
  const runHref = `/runs/${review.runNumber}`;
  const testHref = (id: string) => `${runHref}?test=${id}&iteration=${blocking.iteration ?? 0}`;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Section
        title="What stands in the way"
        aside={
          blocking.iteration === null
            ? 'nothing was measured'
            : `${counted(blocking.total, 'test')} failing in the kept tree (${placeOf(blocking.iteration)})`
        }
      >
        <TestListSection list={blocking} none="No test fails in the tree that the run keeps." hrefOf={testHref} />
      </Section>
      <Section title="What was tried" aside={counted(tried.filter(({ mark }) => mark.number > 0).length, 'iteration')}>
        <TriedList
          tried={tried}
          runHref={runHref}
          patchOf={(iteration) => <TriedPatch runId={review.runId} iteration={iteration} />}
        />
      </Section>
      <Section title="What never passed" aside={counted(neverPassed.total, 'test')}>
        {sameTests(neverPassed, blocking) ? (
          <p className="text-ink-muted text-sm">All of those that stand in the way, and no other.</p>
        ) : (
          <TestListSection
            list={neverPassed}
            none="Every test that failed has passed at some time."
            hrefOf={testHref}
          />
        )}
      </Section>
      <Section title="Similar runs, and what ended them">
        <SimilarRuns runs={similar} />
      </Section>
    </div>
  );
}

function placeOf(iteration: number): string {
  return iteration === 0 ? 'the base' : `iteration ${iteration}`;
}

/** Whether two lists have the same tests, by the part of them that is shown. */
function sameTests(one: TestList, other: TestList): boolean {
  return one.total > 0 && one.total === other.total && one.tests.every(({ id }, at) => id === other.tests[at]?.id);
}
