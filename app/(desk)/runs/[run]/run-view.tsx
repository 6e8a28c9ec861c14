'use client';

import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { IterationStrip } from '#components/run/iteration-strip.tsx';
import { RunHeader } from '#components/run/run-header.tsx';
import { RunLayout } from '#components/run/run-layout.tsx';
import type { ControlKind } from '#components/run/steer-types.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { StaleBanner } from '#components/ui/stale-banner.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { WhenSeen } from '#components/ui/when-seen.tsx';
import { migrationNext } from '#lib/engine/fit.ts';
import { mapVersion } from '#lib/heat/map-version.ts';
import { noteArrival } from '../../../_lib/starting-with.ts';
import type { Outputs } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';
import { LazyPart } from '../../../_parts/lazy-part.tsx';
import { PlacedPart } from '../../../_parts/placed-part.tsx';
import type { FirstViews } from './first-views.ts';
import { HeatPart } from './heat-part.tsx';
import type { FirstIteration } from './iteration-tab.tsx';
import { MachinePanel } from './machine-panel.tsx';
import { MachinePart } from './machine-part.tsx';
import { Outcome } from './outcome.tsx';
import { firstTabOf, runCommands, tabs } from './run-commands.ts';
import { shownIteration } from './shown-iteration.ts';
import { useAddress } from './use-address.ts';
import { useDecide } from './use-decide.ts';
import { useEffectOf } from './use-effect-of.ts';
import { useIntervene } from './use-intervene.ts';
import { useRunPage } from './use-run-page.ts';
import { useSay } from './use-say.ts';

/** What stands in a tab, below the page or behind a button arrives when it is opened: the first screenful does not wait for it. */
const IterationTab = lazy(() => import('./iteration-tab.tsx').then((module) => ({ default: module.IterationTab })));
const TraceTab = lazy(() => import('./trace-tab.tsx').then((module) => ({ default: module.TraceTab })));
const LogsTab = lazy(() => import('./logs-tab.tsx').then((module) => ({ default: module.LogsTab })));
const ArtifactsTab = lazy(() => import('./artifacts-tab.tsx').then((module) => ({ default: module.ArtifactsTab })));
const CostTab = lazy(() => import('./cost-tab.tsx').then((module) => ({ default: module.CostTab })));
const TimeTravel = lazy(() =>
  import('#components/run/time-travel.tsx').then((module) => ({ default: module.TimeTravel })),
);

/** What only some runs begin with: one that measures, one that waits. */
const PassRateChart = lazy(() =>
  import('#components/run/pass-rate-chart.tsx').then((module) => ({ default: module.PassRateChart })),
);
const WaitingLine = lazy(() => import('./waiting-line.tsx').then((module) => ({ default: module.WaitingLine })));

type Page = Outputs['runs']['page'];

type First = {
  now: Page;
  past: Page | undefined;
  /** The newest rows of the trace, where the address asks for it as a whole. */
  trace: Outputs['runs']['trace'] | undefined;
  /** For what the run waits, where it does. */
  waiting: Outputs['reviews']['waiting'] | undefined;
  /** The iteration that the address asks for. */
  iteration: FirstIteration | undefined;
  /** What the panel of its machine shows. */
  views: FirstViews | undefined;
};

export function RunView({ run, first }: { run: string; first: First }) {
  'use memo';
  const { at, go, tab, show, chosen, setChosen, state, setState } = useAddress(first.now.detail.machine);
  const { page, connection, behindSince, logs, pending, failure } = useRunPage(run, first, at);
  noteArrival(first.iteration?.view);
  const { detail, moment } = page;
  const intervene = useIntervene(detail.id, page);
  const ask = useEffectOf(detail.id);
  const decide = useDecide(detail.id, detail.seq);
  const { say, refused } = useSay(detail);
  const [open, setOpen] = useState<ControlKind | null>(null);
  const measures = firstTabOf(detail.machine) === 'iteration';
  const iteration = shownIteration(chosen, page.marks);
  // A review pushes the tabs below the screen: their program waits for who comes near.
  const [isBelow] = useState(page.review !== null && moment === null);
  const inTime = (part: ReactNode) => (
    <WhenSeen now={!isBelow} fallback={<Skeleton className="h-96" />}>
      <LazyPart fallback={<Skeleton className="h-96" />}>{part}</LazyPart>
    </WhenSeen>
  );
  const commands = useMemo(
    () =>
      runCommands({
        unavailable: page.unavailable,
        onOpen: setOpen,
        onTab: show,
        onNow: () => go(null),
      }),
    [page.unavailable, show, go],
  );

  return (
    <Desk
      current="runs"
      crumbs={[{ label: 'Runs', href: '/runs' }, { label: `${detail.project} #${detail.number}` }]}
      commands={commands}
    >
      <RunLayout
        notice={
          <>
            {behindSince !== null && <StaleBanner asOf={behindSince} />}
            {failure !== null && <Notice tone="bad">That moment cannot be shown: {failure}</Notice>}
            {moment === null && detail.life.status === 'stranded' && (
              <Notice tone="bad">
                Nothing moves this run: it {detail.life.why}. {migrationNext}
              </Notice>
            )}
            {moment === null && detail.life.status === 'waiting' && (
              <PlacedPart fallback={null}>
                <WaitingLine detail={detail} first={first.waiting} />
              </PlacedPart>
            )}
            {refused !== null && refused.state !== detail.state && (
              <Notice tone="attention">What you said was not taken: {refused.why}</Notice>
            )}
          </>
        }
        header={
          <RunHeader
            run={detail}
            past={moment !== null}
            connection={connection}
            unavailable={page.unavailable}
            limits={page.limits}
            modes={page.modes}
            choices={page.choices}
            onAsk={ask}
            open={open}
            onOpen={setOpen}
            onIntervene={intervene}
          />
        }
        report={
          <>
            <Outcome page={page} onDecide={decide} />
            <MachinePanel page={page} onSay={say} first={first.views} />
          </>
        }
        machine={
          <MachinePart
            page={page}
            selected={state}
            onSelect={(next) => {
              void setState(next);
              if (next !== null) show('trace');
            }}
          />
        }
        {...(measures && {
          chart: (
            <PlacedPart fallback={<Skeleton className="h-64" />}>
              <PassRateChart
                points={page.points}
                lines={page.lines}
                outlook={page.outlook}
                selected={iteration}
                onSelect={(next) => {
                  void setChosen(next);
                  show('iteration');
                }}
              />
            </PlacedPart>
          ),
          heatMap: (
            <HeatPart
              runId={detail.id}
              at={moment?.seq ?? null}
              version={mapVersion(page.marks)}
              iteration={iteration}
            />
          ),
          strip: (
            <IterationStrip
              iterations={page.marks}
              selected={tab === 'iteration' ? iteration : null}
              hrefOf={(number) =>
                `/runs/${detail.number}?tab=iteration&iteration=${number}${moment === null ? '' : `&at=${moment.seq}`}`
              }
            />
          ),
        })}
        tabs={
          <Tabs
            label="Parts of the run"
            value={tab}
            onChange={(id) => show(tabs.find((known) => known === id) ?? 'iteration')}
            tabs={[
              ...(measures
                ? [
                    {
                      id: 'iteration',
                      title: iteration === 0 ? 'Base' : `Iteration ${iteration}`,
                      content: inTime(<IterationTab page={page} iteration={iteration} first={first.iteration} />),
                    },
                  ]
                : []),
              {
                id: 'trace',
                title: 'Trace',
                content: inTime(
                  <TraceTab page={page} first={first.trace} state={state} onState={(next) => void setState(next)} />,
                ),
              },
              { id: 'logs', title: 'Logs', content: inTime(<LogsTab page={page} hints={logs} />) },
              { id: 'artifacts', title: 'Artifacts', content: inTime(<ArtifactsTab page={page} />) },
              { id: 'cost', title: 'Cost', content: inTime(<CostTab page={page} />) },
            ]}
          />
        }
        timeTravel={
          <Suspense fallback={<div className="min-h-12" />}>
            <TimeTravel
              total={page.transitions}
              moment={moment}
              pending={pending}
              onGo={go}
              noFork={page.unavailable.fork}
              onFork={() => setOpen('fork')}
            />
          </Suspense>
        }
      />
    </Desk>
  );
}
