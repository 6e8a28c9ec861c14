'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { IterationPanel } from '#components/run/iteration-panel.tsx';
import { missingParts } from '#components/run/missing-parts.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { topState } from '#lib/engine/top-state.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import type { AskedIteration } from './first-of.ts';
import { pastOf } from './past-of.ts';
import { SearchPart } from './search-part.tsx';
import { searchStageOf } from './search-stage.ts';
import { SeenPart } from './seen-part.tsx';

/** The iteration that comes with the page, and what was asked for it. */
export interface FirstIteration {
  readonly asked: AskedIteration;
  readonly view: Outputs['runs']['iteration'];
}

type Props = { page: Outputs['runs']['page']; iteration: number; first: FirstIteration | undefined };

/** What was tried in this iteration, what came of it, and what was decided? */
export function IterationTab({ page, iteration, first }: Props) {
  'use memo';
  const trpc = useTRPC();
  const [line] = useQueryState('line', parseAsString);
  const asked = { runId: page.detail.id, iteration, ...pastOf(page) };
  const which = trpc.runs.iteration.queryOptions(asked);
  const view = useQuery({
    ...which,
    placeholderData: keepPreviousData,
    ...(first?.asked.iteration === iteration && first.asked.at === asked.at && startingWith(first.view)),
  });
  const mark = page.marks.find(({ number }) => number === iteration);
  const goesOn = iteration === page.detail.iteration;
  useReread(which.queryKey, `${mark?.version} ${goesOn && page.moment === null ? stageOf(page.detail.state) : ''}`);
  if (view.error) return <ErrorState what={view.error.message} onRetry={() => void view.refetch()} />;
  if (mark === undefined || view.data === undefined) return <Skeleton className="h-96" />;
  // Where the iteration is by now is no part of this: what follows is drawn again only when something of it has changed.
  const { number, status, passed, total } = mark;
  const { detail, moment } = page;
  const here = `?tab=iteration&iteration=${iteration}${page.moment === null ? '' : `&at=${page.moment.seq}`}`;
  return (
    <IterationPanel
      iteration={{ mark: { number, status, passed, total }, missing: missingParts(mark, page.marks), ...view.data }}
      search={
        <>
          <SearchPart
            runId={detail.id}
            iteration={iteration}
            at={moment?.seq ?? null}
            stage={moment === null && goesOn ? searchStageOf(detail.state) : null}
          />
          <SeenPart runId={detail.id} iteration={iteration} at={moment?.seq ?? null} />
        </>
      }
      place={placeOf(line)}
      placeHref={(file, number) => `${here}&line=${encodeURIComponent(`${file}:${number}`)}`}
      testHref={(id) => `${here}&test=${id}`}
    />
  );
}

/** What is not in the iteration's record is its build and its results: the stages of a run at which those are there. */
function stageOf(state: string): string {
  const top = topState(state);
  return top === 'INIT' ? state : (stages[state] ?? stages[top] ?? top);
}

const stages: Readonly<Record<string, string>> = {
  CODE_ANALYSIS: 'begun',
  PATCH_GENERATION: 'begun',
  PATCH_APPLY: 'begun',
  BUILD_SETUP: 'begun',
  BUILD_RUN: 'begun',
  TEST_SETUP: 'built',
  TEST_RUN: 'built',
  RESULT_COLLECTION: 'built',
  'RESULT_COLLECTION.ATTACH_ARTIFACTS': 'measured',
  RESULT_ANALYSIS: 'measured',
  CONVERGENCE_CHECK: 'measured',
};

/** `src/a.c:12` as a place; null for anything else. */
function placeOf(text: string | null): { file: string; line: number } | null {
  const [, file, line] = /^(.+):(\d{1,7})$/.exec(text ?? '') ?? [];
  return file === undefined ? null : { file, line: Number(line) };
}
