'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { MachineDiagram } from '#components/machine/machine-diagram.tsx';
import { FinalReport } from '#components/run/final-report.tsx';
import { HeatMap } from '#components/run/heat-map.tsx';
import { IterationStrip } from '#components/run/iteration-strip.tsx';
import { PassRateChart } from '#components/run/pass-rate-chart.tsx';
import { RunHeader } from '#components/run/run-header.tsx';
import { RunLayout } from '#components/run/run-layout.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { StaleBanner } from '#components/ui/stale-banner.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';
import { ArtifactsTab } from './artifacts-tab.tsx';
import { IterationTab } from './iteration-tab.tsx';
import { LogsTab } from './logs-tab.tsx';
import { TraceTab } from './trace-tab.tsx';
import { useIntervene } from './use-intervene.ts';

type Page = Outputs['runs']['page'];

const tabs = ['iteration', 'trace', 'logs', 'artifacts'] as const;
const modes = ['interactive', 'ci', 'auto'] as const;

export function RunView({ run, first }: { run: string; first: Page }) {
  const trpc = useTRPC();
  const { page, connected, behindSince } = useLivePage(run, first);
  const { detail } = page;
  const intervene = useIntervene(detail.id);
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('iteration'));
  const [chosen, setChosen] = useQueryState('iteration', parseAsInteger);
  const [state, setState] = useQueryState('state', parseAsString);
  const [test, setTest] = useQueryState('test', parseAsString);
  const iteration = chosen ?? page.marks.at(-1)?.number ?? 0;
  const heat = useQuery(trpc.runs.heatMap.queryOptions({ runId: detail.id }));

  return (
    <Desk current="runs" crumbs={[{ label: 'Runs', href: '/runs' }, { label: `${detail.project} #${detail.number}` }]}>
      <RunLayout
        notice={behindSince !== null && <StaleBanner asOf={behindSince} />}
        header={
          <RunHeader
            run={detail}
            connected={connected}
            unavailable={page.unavailable}
            limits={page.limits}
            modes={modes}
            onIntervene={intervene}
          />
        }
        report={page.report && <FinalReport report={page.report} />}
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
                content: <IterationTab page={page} iteration={iteration} />,
              },
              {
                id: 'trace',
                title: 'Trace',
                content: <TraceTab page={page} state={state} onState={(next) => void setState(next)} />,
              },
              { id: 'logs', title: 'Logs', content: <LogsTab page={page} /> },
              { id: 'artifacts', title: 'Artifacts', content: <ArtifactsTab page={page} /> },
            ]}
          />
        }
      />
    </Desk>
  );
}

/** How long the stream may be gone before the page says that it is behind, milliseconds. */
const patienceMs = 3_000;

/** The page's data, read again whenever the run moves, and whether that is still so. */
function useLivePage(run: string, first: Page): { page: Page; connected: boolean; behindSince: number | null } {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [behindSince, setBehindSince] = useState<number | null>(null);
  const query = useQuery(trpc.runs.page.queryOptions({ run }, { initialData: first }));
  const { detail } = query.data;
  const stream = useSubscription(
    trpc.runs.watch.subscriptionOptions(
      { runId: detail.id },
      {
        onData: ({ data }) => {
          setBehindSince(data.kind === 'lost' ? Date.now() : null);
          void queries.invalidateQueries({ queryKey: trpc.runs.log.queryKey() });
          if (data.kind === 'log') return;
          for (const key of [
            trpc.runs.page,
            trpc.runs.trace,
            trpc.runs.iteration,
            trpc.runs.heatMap,
            trpc.runs.artifacts,
            trpc.runs.logs,
          ]) {
            void queries.invalidateQueries({ queryKey: key.queryKey() });
          }
        },
        onConnectionStateChange: ({ state }) => {
          if (state === 'pending') setBehindSince(null);
          else if (state === 'connecting') setTimeout(() => setBehindSince((was) => was), patienceMs);
        },
      },
    ),
  );
  const connected = stream.status === 'pending' && behindSince === null;
  return { page: query.data, connected, behindSince };
}
