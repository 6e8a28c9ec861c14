import { parseAsInteger } from 'nuqs/server';
import type { Outputs } from '../../../_lib/trpc.ts';
import { pastOf } from './past-of.ts';
import { firstTabOf } from './run-commands.ts';
import { shownIteration } from './shown-iteration.ts';

type Page = Outputs['runs']['page'];

/** What the address of a run's page may ask for. */
export type Address = Partial<Record<'at' | 'tab' | 'state' | 'q' | 'iteration', string | string[]>>;

/** Which transition is asked for: one that the run has; else null. */
export function momentOf({ at }: Address, { transitions }: Page): number | null {
  const asked = Number(at);
  return Number.isInteger(asked) && asked >= 1 && asked <= transitions ? asked : null;
}

/** What the tab of an iteration asks. */
export interface AskedIteration {
  readonly runId: string;
  readonly iteration: number;
  /** The transition that the run is looked at after. */
  readonly at?: number;
}

/** Which iteration is looked at first; null where another tab is open, or none has begun. */
export function iterationOf({ tab, iteration }: Address, page: Page): AskedIteration | null {
  const { detail, marks } = page;
  if ((tab ?? firstTabOf(detail.machine)) !== 'iteration') return null;
  if (marks.length === 0) return null;
  const shown = shownIteration(parseAsInteger.parseServerSide(iteration), marks);
  return { runId: detail.id, iteration: shown, ...pastOf(page) };
}

/** Whether the trace of the run is what is looked at first, and all of it. */
export function isForTrace({ at, tab, state, q }: Address, { detail }: Page): boolean {
  return (tab ?? firstTabOf(detail.machine)) === 'trace' && at === undefined && state === undefined && q === undefined;
}
