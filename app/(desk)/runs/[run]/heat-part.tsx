'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { lazy } from 'react';
import { HeatMap } from '#components/run/heat-map.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { testGroups } from '#lib/heat/test-groups.ts';
import type { Outputs } from '../../../_lib/trpc.ts';
import { useSettled } from '../../../_lib/use-settled.ts';
import { LazyPart } from '../../../_parts/lazy-part.tsx';
import { useHeatMap } from './use-heat-map.ts';

/** Arrives when a cell is chosen. */
const CellDetail = lazy(() => import('./cell-detail.tsx').then((module) => ({ default: module.CellDetail })));

type Props = { page: Outputs['runs']['page']; iteration: number };

/** Which tests got better, which worse, and since when? */
export function HeatPart({ page, iteration }: Props) {
  'use memo';
  const [group, setGroup] = useQueryState('tests', parseAsStringLiteral(testGroups).withDefault('all'));
  const [text, setText] = useQueryState('find', parseAsString.withDefault(''));
  const [test, setTest] = useQueryState('test', parseAsString);
  const [, setIteration] = useQueryState('iteration', parseAsInteger);
  const at = page.moment?.seq ?? null;
  const version = page.marks.map(({ passed, total, status }) => `${passed}/${total} ${status}`).join();
  const { whole, rowAt, onRange } = useHeatMap({ runId: page.detail.id, at, group, text: useSettled(text), version });
  if (whole === undefined) return <Skeleton className="h-86" />;
  return (
    <HeatMap
      iterations={whole.iterations}
      counts={whole.counts}
      total={whole.total}
      rowAt={rowAt}
      onRange={onRange}
      group={group}
      onGroup={(next) => void setGroup(next)}
      text={text}
      onText={(next) => void setText(next)}
      selected={test === null ? undefined : { test, iteration }}
      detail={
        test === null ? undefined : (
          <LazyPart fallback={<Skeleton className="h-20" />}>
            <CellDetail page={page} test={test} iteration={iteration} />
          </LazyPart>
        )
      }
      onSelect={(nextTest, nextIteration) => {
        void setTest(nextTest);
        void setIteration(nextIteration);
      }}
    />
  );
}
