import { needsBoard } from './run-needs-board.ts';

/** What is known of a run that holds boards. Times are epoch milliseconds. */
export interface RunHold {
  readonly state: string;
  /** The run's status: active, waiting, paused, stopping or finished. */
  readonly status: string;
  /** Since when nobody has been heard of who works on the run's host, in a clause; null while somebody is. */
  readonly hostGone: string | null;
  /** Why one of the boards cannot be used any more, as a clause. */
  readonly boardGone: string | null;
  /** Somebody asked for the boards, and the run gives way. */
  readonly yieldAsked: boolean;
  readonly endsAt: number;
}

export type HoldDecision =
  | { readonly act: 'keep' }
  | { readonly act: 'renew' }
  | { readonly act: 'end'; readonly because: string };

/** A hold that ends within so much time is renewed, milliseconds. */
const renewWithinMs = 120_000;

/** What becomes of a run's boards. The first reason to end it counts; nobody takes a board from a run in the midst of its work. */
export function decideHold(hold: RunHold, now: number): HoldDecision {
  const end = (because: string): HoldDecision => ({ act: 'end', because });
  if (hold.status === 'finished') return end('the run has ended');
  if (hold.boardGone !== null) return end(hold.boardGone);
  if (hold.hostGone !== null) return end(hold.hostGone);
  if (!needsBoard(hold.state)) {
    if (hold.status === 'waiting' || hold.status === 'paused') return end(`the run is ${hold.status} in ${hold.state}`);
    if (hold.yieldAsked) return end('the run gave way to a person after its iteration');
  }
  return { act: hold.endsAt - now < renewWithinMs ? 'renew' : 'keep' };
}
