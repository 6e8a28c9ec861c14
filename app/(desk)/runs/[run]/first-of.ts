import type { Outputs } from '../../../_lib/trpc.ts';
import { pastOf } from './past-of.ts';
import { firstTabOf } from './run-commands.ts';

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

/** Which iteration is looked at first; null where another tab is open. */
export function iterationOf({ tab, iteration }: Address, page: Page): AskedIteration | null {
  const { detail, marks } = page;
  if ((tab ?? firstTabOf(detail.machine)) !== 'iteration') return null;
  const last = marks.at(-1)?.number ?? 0;
  const asked = iteration === undefined ? last : Number(iteration);
  return marks.some(({ number }) => number === asked) ? { runId: detail.id, iteration: asked, ...pastOf(page) } : null;
}

/** Whether the trace of the run is what is looked at first, and all of it. */
export function isForTrace({ at, tab, state, q }: Address, { detail }: Page): boolean {
  return (tab ?? firstTabOf(detail.machine)) === 'trace' && at === undefined && state === undefined && q === undefined;
}
