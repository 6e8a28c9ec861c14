import { executionModes } from '#lib/convergence/plateau.ts';
import type { Envelope } from '#lib/engine/envelope.ts';
import { askingOf } from '#lib/tasks/asking.ts';
import type { IterationRate } from '#server/store/pages/iteration-rates.ts';
import type { EdgeCount, StateTime } from '#server/store/pages/path-walked.ts';
import { approvalView } from './approval-view.ts';
import { choicesView } from './choices-view.ts';
import { unavailableControls } from './controls.ts';
import { defined } from './defined.ts';
import { iterationMarks, ratePoints } from './iteration-marks.ts';
import { limitsView } from './limits-view.ts';
import { machineView } from './machine-view.ts';
import { outlookView } from './outlook-view.ts';
import { reportView } from './report-view.ts';
import { reviewView } from './review-view.ts';
import { type RunRow, runSummary, settingsOf, toneOfState } from './run-summary.ts';

interface PageRun extends Omit<RunRow, 'stateValue'> {
  readonly seq: number;
  readonly snapshot: unknown;
  readonly createdBy: string;
  readonly report: unknown;
  readonly forkedFrom: { readonly number: number } | null;
  readonly pin: { readonly by: string; readonly why: string; readonly at: number } | null;
}

interface Measured {
  readonly rates: readonly IterationRate[];
  readonly times: readonly StateTime[];
  readonly edges: readonly EdgeCount[];
  /** When an open review ends unanswered. */
  readonly due: Date | null;
  /** Whether the patch that its report names is still there. */
  readonly keepsPatch: boolean;
  /** Epoch milliseconds: of a past run when it stood so. */
  readonly now: number;
  /** The transition that the run is looked at after; null for the run as it is. */
  readonly moment: Moment | null;
  /** How many transitions the run has by now. */
  readonly transitions: number;
}

/** A transition that a reader went back to. */
export interface Moment {
  readonly seq: number;
  readonly at: number;
  readonly to: string;
  readonly reason: string;
  readonly actor: string;
}

/** The first screenful of a run's page. */
export function pageView(
  stored: PageRun,
  { rates, times, edges, due, keepsPatch, now, moment, transitions }: Measured,
) {
  const run = asItHoldsNow(stored);
  const ended = run.finishedAt !== null;
  const settings = settingsOf(run.input);
  const since = (run.snapshot as { enteredAt?: number }).enteredAt ?? now;
  const summary = runSummary({ ...run, stateValue: (run.snapshot as Partial<Envelope>).value ?? null }, rates);
  const { life } = summary;
  const outlook = ended ? null : outlookView(run.input, rates);
  return {
    detail: defined({
      ...summary,
      seq: run.seq,
      transition: moment?.seq ?? transitions,
      ...(moment !== null && { endedAt: moment.at }),
      mode: settings.mode,
      stateTone: toneOfState(run.machine, run.state, run.outcome),
      signal: outlook === null ? undefined : { tone: 'attention' as const, word: outlook.word, detail: outlook.short },
      startedBy: run.createdBy,
      forkedFrom: run.forkedFrom?.number ?? null,
      pin: run.pin,
    }),
    unavailable: unavailableControls({
      status: run.status,
      outcome: run.outcome,
      migration: life.status === 'stranded' ? life.why : null,
      steerable: steerable(run),
      past: moment !== null,
      pinned: run.pin !== null,
    }),
    ...(settings.maxIterations === undefined ? {} : { limits: limitsView(run.input) }),
    choices: choicesView(run.snapshot, rates),
    modes: [...executionModes],
    marks: iterationMarks(rates, { iteration: run.iteration, state: run.state, ended, past: moment !== null }),
    points: ratePoints(rates),
    outlook: outlook?.sentence ?? null,
    lines: defined({
      target: settings.target ?? 1,
      failure: settings.failureRate === undefined ? undefined : 1 - settings.failureRate,
      plateauWindow: settings.plateauWindow,
    }),
    machine: machineView(run.machine, { state: run.state, since, now, ended, times, edges }),
    review: reviewView(run, due),
    approval: approvalView(run),
    asking: moment === null ? askingOf(run.state, (run.snapshot as Envelope).context) : null,
    report: reportView(run, keepsPatch),
    moment,
    transitions,
  };
}

/** Limits and criteria may have been changed since the launch: the machine's memory has those that hold. */
function asItHoldsNow(run: PageRun): PageRun {
  const { context } = run.snapshot as { context?: { settings?: unknown } | null };
  return context?.settings === undefined ? run : { ...run, input: context.settings };
}

/** Why nobody can step into the run now; a deed of its own may still be refused for its own reason. */
function steerable(run: PageRun): string | null {
  if (run.machine !== 'firmware-loop') return 'Runs of this machine are paused, told and ended only.';
  const { context } = run.snapshot as Envelope;
  const { iteration = 0, review = null } = (context ?? {}) as { iteration?: number; review?: unknown };
  if (review !== null) return 'The run waits for a review: its verdict decides.';
  return iteration === 0 ? 'The base is still being measured: stepping in begins with the first iteration.' : null;
}
