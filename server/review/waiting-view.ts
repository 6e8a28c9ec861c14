import type { Pool } from 'pg';
import { installedFit } from '#lib/machines/installed-machine.ts';
import { waitsFor } from '#lib/machines/waits-for.ts';
import { type DefaultDecision, defaultDecision } from '#lib/review/default-decision.ts';
import { runToForesee } from '#server/store/reviews/run-to-foresee.ts';

/** A run that waits: for what, since when, when people are reminded, and what happens if nobody does anything. */
export interface WaitingView {
  readonly what: string;
  readonly person: boolean;
  /** Times in epoch milliseconds. */
  readonly since: number;
  readonly remindAt: number | null;
  /** Null when it waits as long as it takes. */
  readonly default: DefaultDecision | null;
}

/** How a run waits; null for one that does not. */
export async function waitingView(pool: Pool, runId: string): Promise<WaitingView | null> {
  const run = await runToForesee(pool, runId);
  if (run === null || run.status !== 'waiting' || run.waitsSince === null) return null;
  const fit = installedFit({ ...run, stateValue: run.envelope.value });
  return {
    ...waitsFor(run.machine, run.state),
    since: run.waitsSince,
    remindAt: run.remindAt,
    default: fit.ok ? defaultDecision(fit.definition, run.envelope, run.timers) : null,
  };
}
