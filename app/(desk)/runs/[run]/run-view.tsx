'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { lazy, type ReactNode, Suspense } from 'react';
import { MachineDiagram } from '#components/machine/machine-diagram.tsx';
import { FinalReport } from '#components/run/final-report.tsx';
import { HeatMap } from '#components/run/heat-map.tsx';
import { IterationStrip } from '#components/run/iteration-strip.tsx';
import { PassRateChart } from '#components/run/pass-rate-chart.tsx';
import { RunHeader } from '#components/run/run-header.tsx';
import { RunLayout } from '#components/run/run-layout.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { StaleBanner } from '#components/ui/stale-banner.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import { Desk } from '../../../_parts/desk.tsx';
import { CellDetail } from './cell-detail.tsx';
import { useDecide } from './use-decide.ts';
import { useIntervene } from './use-intervene.ts';
import { useLivePage } from './use-live-page.ts';

/** What stands in a tab, and a review, arrive when they are opened: the first screenful does not wait for them. */
const IterationTab = lazy(() => import('./iteration-tab.tsx').then((module) => ({ default: module.IterationTab })));
const TraceTab = lazy(() => import('./trace-tab.tsx').then((module) => ({ default: module.TraceTab })));
const LogsTab = lazy(() => import('./logs-tab.tsx').then((module) => ({ default: module.LogsTab })));
const ArtifactsTab = lazy(() => import('./artifacts-tab.tsx').then((module) => ({ default: module.ArtifactsTab })));
const ReviewCard = lazy(() =>
  import('#components/review/review-card.tsx').then((module) => ({ default: module.ReviewCard })),
);

type Page = Outputs['runs']['page'];

const tabs = ['iteration', 'trace', 'logs', 'artifacts'] as const;

export function RunView({ run, first }: { run: string; first: Page }) {
  const trpc = useTRPC();
  const { page, connection, behindSince, logs } = useLivePage(run, first);
  const { detail } = page;
  const intervene = useIntervene(detail.id, page);
  const decide = useDecide(detail.id, detail.seq);
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('iteration'));
  const [chosen, setChosen] = useQueryState('iteration', parseAsInteger);
  const [state, setState] = useQueryState('state', parseAsString);
  const [test, setTest] = useQueryState('test', parseAsString);
  const iteration = chosen ?? page.marks.at(-1)?.number ?? 0;
  const heatMap = trpc.runs.heatMap.queryOptions({ runId: detail.id });
  const heat = useQuery(heatMap);
  useReread(heatMap.queryKey, page.marks.map(({ passed, total }) => `${passed}/${total}`).join());

  return (
    <Desk current="runs" crumbs={[{ label: 'Runs', href: '/runs' }, { label: `${detail.project} #${detail.number}` }]}>
      <RunLayout
        notice={behindSince !== null && <StaleBanner asOf={behindSince} />}
        header={
          <RunHeader
            run={detail}
            connection={connection}
            unavailable={page.unavailable}
            limits={page.limits}
            modes={page.modes}
            onIntervene={intervene}
          />
        }
        report={
          page.report ? (
            <FinalReport report={page.report} />
          ) : (
            page.review && (
              <Suspense fallback={<Skeleton className="h-80" />}>
                <ReviewCard review={page.review} onDecide={decide} />
              </Suspense>
            )
          )
        }
        machine={
          page.machine === null ? (
            <ErrorState
              what={`The machine ${detail.machine} of this run is not installed here.`}
              next="The run can be read and replayed; start the version of the program that it was made with to go on."
            />
          ) : (
            <MachineDiagram
              view={page.machine}
              selected={state}
              onSelect={(next) => {
                void setState(next);
                if (next !== null) void setTab('trace');
              }}
            />
          )
        }
        chart={
          <PassRateChart
            points={page.points}
            lines={page.lines}
            selected={iteration}
            onSelect={(next) => {
              void setChosen(next);
              void setTab('iteration');
            }}
          />
        }
        heatMap={
          heat.data && (
            <HeatMap
              tests={heat.data.tests}
              iterations={heat.data.iterations}
              selected={test === null ? undefined : { test, iteration }}
              detail={test === null ? undefined : <CellDetail page={page} test={test} iteration={iteration} />}
              onSelect={(nextTest, nextIteration) => {
                void setTest(nextTest);
                void setChosen(nextIteration);
                void setTab('iteration');
              }}
            />
          )
        }
        strip={
          <IterationStrip
            iterations={page.marks}
            selected={tab === 'iteration' ? iteration : null}
            hrefOf={(number) => `/runs/${detail.number}?tab=iteration&iteration=${number}`}
          />
        }
        tabs={
          <Tabs
            label="Parts of the run"
            value={tab}
            onChange={(id) => void setTab(tabs.find((known) => known === id) ?? 'iteration')}
            tabs={[
              {
                id: 'iteration',
                title: iteration === 0 ? 'Base' : `Iteration ${iteration}`,
                content: inTime(<IterationTab page={page} iteration={iteration} />),
              },
              {
                id: 'trace',
                title: 'Trace',
                content: inTime(<TraceTab page={page} state={state} onState={(next) => void setState(next)} />),
              },
              { id: 'logs', title: 'Logs', content: inTime(<LogsTab page={page} hints={logs} />) },
              { id: 'artifacts', title: 'Artifacts', content: inTime(<ArtifactsTab page={page} />) },
            ]}
          />
        }
      />
    </Desk>
  );
}

function inTime(content: ReactNode): ReactNode {
  return <Suspense fallback={<Skeleton className="h-96" />}>{content}</Suspense>;
}
