import { setTimeout as wait } from 'node:timers/promises';

/** A wait that somebody else can cut short. */
export interface Bell {
  ring(): void;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function createBell(): Bell {
  let ringing = new AbortController();
  return {
    ring() {
      ringing.abort();
    },
    async wait(ms, signal) {
      await wait(ms, undefined, { signal: AbortSignal.any([signal, ringing.signal]) }).catch(() => undefined);
      ringing = new AbortController();
    },
  };
}
