import type { Tone } from '#lib/engine/definition.ts';
import { installedFit } from '#lib/machines/installed-machine.ts';
import { machineOf } from '#lib/machines/registry.ts';
import { waitsFor } from '#lib/machines/waits-for.ts';
import type { IterationRate } from '#server/store/pages/iteration-rates.ts';
import type { RunListRow } from '#server/store/pages/run-list.ts';
import { defined } from './defined.ts';

/** The part of a stored run that a row or a header shows. */
export type RunRow = Omit<RunListRow, 'project'> & { readonly project: { readonly name: string } };

type Rate = Pick<IterationRate, 'passed' | 'failed' | 'errors'>;

/** One run as a list shows it. */
export function runSummary(run: RunRow, rates: readonly Rate[]) {
  const input = settingsOf(run.input);
  const measured = rates.filter((rate) => rate.passed !== null);
  return defined({
    id: run.id,
    href: `/runs/${run.number}`,
    project: run.project.name,
    number: run.number,
    machine: run.machine,
    goal: run.title,
    state: run.state,
    life: lifeOf(run),
    iteration: run.iteration,
    maxIterations: input.maxIterations,
    passRate: measured.length === 0 ? null : rateOf(measured.at(-1)),
    target: input.target,
    spark: rates.map(rateOf),
    startedAt: run.createdAt.getTime(),
    endedAt: run.finishedAt?.getTime(),
  });
}

type Life =
  | { status: 'queued' | 'running' | 'paused' | 'stopping' }
  | { status: 'stranded'; why: string }
  | { status: 'waiting'; waitsFor: string; since: number }
  | { status: 'ended'; outcome: string; tone: Tone };

function lifeOf(run: RunRow): Life {
  if (run.status === 'finished')
    return {
      status: 'ended',
      outcome: run.outcome ?? run.state,
      tone: toneOfState(run.machine, run.state, run.outcome),
    };
  const fit = installedFit(run);
  if (!fit.ok) return { status: 'stranded', why: fit.why };
  if (run.status === 'waiting') {
    const since = (run.waitingSince ?? run.createdAt).getTime();
    return { status: 'waiting', waitsFor: waitsFor(run.machine, run.state).what, since };
  }
  if (run.status === 'paused' || run.status === 'stopping') return { status: run.status };
  return { status: run.state === 'IDLE' ? 'queued' : 'running' };
}

/** Where a machine ends in one state whatever came of it, the outcome has the tone. */
const outcomeTones: Readonly<Record<string, Tone>> = {
  completed: 'good',
  'completed with warning': 'attention',
  blocked: 'bad',
  cancelled: 'idle',
  aborted: 'idle',
};

/** The tone of an outcome, or of a state by its machine's view; an unknown machine or state is idle. */
export function toneOfState(machine: string, state: string, outcome: string | null = null): Tone {
  return outcomeTones[outcome ?? ''] ?? machineOf(machine)?.view[state]?.tone ?? 'idle';
}

/** Passed tests of the goal as a ratio, null where nothing was measured. */
export function rateOf(rate: Rate | undefined): number | null {
  if (rate?.passed == null) return null;
  return rate.passed / Math.max(totalOf(rate), 1);
}

export function totalOf(rate: Rate): number {
  return (rate.passed ?? 0) + (rate.failed ?? 0) + (rate.errors ?? 0);
}

/** What a page needs of a run's input, whatever the machine. */
export function settingsOf(input: unknown): {
  maxIterations: number | undefined;
  target: number | undefined;
  failureRate: number | undefined;
  plateauWindow: number | undefined;
  mode: string;
} {
  const { limits, criteria, mode } = (input ?? {}) as {
    limits?: { max_iterations?: number | null };
    criteria?: { target_pass_rate?: number; failure_rate_threshold?: number; avg_improvement_window?: number };
    mode?: string;
  };
  return {
    maxIterations: limits?.max_iterations ?? undefined,
    target: criteria?.target_pass_rate,
    failureRate: criteria?.failure_rate_threshold,
    plateauWindow: criteria?.avg_improvement_window,
    mode: mode ?? '',
  };
}
