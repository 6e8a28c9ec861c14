import { setTimeout as wait } from 'node:timers/promises';
import type { InHand } from './in-hand.ts';
import { runnerTunables } from './tunables.ts';

const lookEveryMs = 20;

/** Waits for what is in hand, then stops the rest so that it can be handed over. */
export async function emptyHands(inHand: InHand, drainMs: number): Promise<void> {
  await untilEmpty(inHand, drainMs);
  inHand.stopAll('draining');
  await untilEmpty(inHand, runnerTunables.renewEveryMs);
}

async function untilEmpty(inHand: InHand, withinMs: number): Promise<void> {
  const until = Date.now() + withinMs;
  while (inHand.size > 0 && Date.now() < until) await wait(lookEveryMs);
}
