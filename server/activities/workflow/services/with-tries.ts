import { setTimeout as pause } from 'node:timers/promises';
import { duration } from '#lib/format/duration.ts';
import type { ServiceAnswer } from './answer.ts';
import { serviceTunables } from './tunables.ts';

export interface Tries {
  readonly tries: number;
  readonly signal: AbortSignal;
  /** Told before each wait. */
  readonly say: (text: string) => void;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Asks until there is an answer or the tries are used up, after 1, 2, 4 s… as the protocol has it. Throws when it is cancelled. */
export async function withTries<Value>(
  ask: () => Promise<ServiceAnswer<Value>>,
  { tries, signal, say, wait = (ms) => pause(ms, undefined, { signal }) }: Tries,
): Promise<ServiceAnswer<Value>> {
  for (let tried = 1; ; tried += 1) {
    const answer = await ask();
    if (answer.outcome === 'answered' || answer.outcome === 'refused') return answer;
    if (tried >= tries) return { ...answer, reason: `${answer.reason} (asked ${tried} times)` };
    const waitMs = serviceTunables.firstWaitMs * 2 ** (tried - 1);
    say(`${answer.reason}; asked again in ${duration(waitMs)}`);
    await wait(waitMs, signal);
  }
}
