'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { lazy } from 'react';
import { HeatMap } from '#components/run/heat-map.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { testGroups } from '#lib/heat/test-groups.ts';
import { useSettled } from '../../../_lib/use-settled.ts';
import { LazyPart } from '../../../_parts/lazy-part.tsx';
import { useHeatMap } from './use-heat-map.ts';

/** Arrives when a cell is chosen. */
const CellDetail = lazy(() => import('./cell-detail.tsx').then((module) => ({ default: module.CellDetail })));

type Props = {
  runId: string;
  /** The transition that the run is looked at after. */
  at: number | null;
  /** Changes when the map may be another. */
  version: string;
  /** The iteration that is open below. */
  iteration: number;
};

/** Which tests got better, which worse, and since when? */
export function HeatPart({ runId, at, version, iteration }: Props) {
  const [group, setGroup] = useQueryState('tests', parseAsStringLiteral(testGroups).withDefault('all'));
  const [text, setText] = useQueryState('find', parseAsString.withDefault(''));
  const [test, setTest] = useQueryState('test', parseAsString);
  const [, setIteration] = useQueryState('iteration', parseAsInteger);
  const { whole, rowAt, onRange } = useHeatMap({ runId, at, group, text: useSettled(text), version });
  if (whole === undefined) return <Skeleton className="h-86" />;
  return (
    <HeatMap
      iterations={whole.iterations}
      counts={whole.counts}
      total={whole.total}
      isRemoved={whole.isRemoved}
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
            <CellDetail runId={runId} at={at} test={test} iteration={iteration} />
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
