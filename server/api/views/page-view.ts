import { executionModes } from '#lib/convergence/plateau.ts';
import { machineOf } from '#lib/machines/registry.ts';
import type { IterationRate } from '#server/store/pages/iteration-rates.ts';
import type { EdgeCount, StateTime } from '#server/store/pages/state-times.ts';
import { unavailableControls } from './controls.ts';
import { defined } from './defined.ts';
import { iterationMarks, ratePoints } from './iteration-marks.ts';
import { machineView } from './machine-view.ts';
import { reportView } from './report-view.ts';
import { reviewView } from './review-view.ts';
import { type RunRow, runSummary, settingsOf, toneOfState } from './run-summary.ts';

interface PageRun extends RunRow {
  readonly machineVersion: number;
  readonly seq: number;
  readonly snapshot: unknown;
  readonly createdBy: string;
  readonly report: unknown;
  readonly forkedFrom: { readonly number: number } | null;
}

interface Measured {
  readonly rates: readonly IterationRate[];
  readonly times: readonly StateTime[];
  readonly edges: readonly EdgeCount[];
  /** When an open review ends unanswered. */
  readonly due: Date | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The first screenful of a run's page. */
export function pageView(stored: PageRun, { rates, times, edges, due, now }: Measured) {
  const run = asItHoldsNow(stored);
  const ended = run.finishedAt !== null;
  const settings = settingsOf(run.input);
  const since = (run.snapshot as { enteredAt?: number }).enteredAt ?? now;
  const signal = ended ? undefined : rates.findLast((rate) => rate.signal !== null);
  const limits = {
    maxIterations: settings.maxIterations ?? 0,
    targetPassRate: settings.target ?? 1,
    mode: settings.mode,
  };
  return {
    detail: defined({
      ...runSummary(run, rates),
      seq: run.seq,
      mode: settings.mode,
      stateTone: toneOfState(run.machine, run.state),
      signal:
        signal === undefined
          ? undefined
          : {
              tone: 'attention' as const,
              word: (signal.signal ?? '').replaceAll('_', ' '),
              detail: signal.reason ?? '',
            },
      startedBy: run.createdBy,
      forkedFrom: run.forkedFrom?.number ?? null,
    }),
    unavailable: unavailableControls({
      status: run.status,
      outcome: run.outcome,
      installed: machineOf(run.machine)?.version === run.machineVersion,
    }),
    ...(settings.maxIterations === undefined ? {} : { limits }),
    modes: [...executionModes],
    marks: iterationMarks(rates, { iteration: run.iteration, state: run.state, ended }),
    points: ratePoints(rates),
    lines: defined({
      target: settings.target ?? 1,
      failure: settings.failureRate === undefined ? undefined : 1 - settings.failureRate,
      plateauWindow: settings.plateauWindow,
    }),
    machine: machineView(run.machine, { state: run.state, since, now, ended, times, edges }),
    review: reviewView(run, due),
    report: reportView(run),
  };
}

/** Limits and criteria may have been changed since the launch: the machine's memory has those that hold. */
function asItHoldsNow(run: PageRun): PageRun {
  const { context } = run.snapshot as { context?: { settings?: unknown } | null };
  return context?.settings === undefined ? run : { ...run, input: context.settings };
}
