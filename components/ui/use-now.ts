'use client';

import { useSyncExternalStore } from 'react';

type Clock = { now: () => number; subscribe: (changed: () => void) => () => void };

/** One timer per pace for the whole page, so that rows tick together. */
function clock(paceMs: number): Clock {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  function tick() {
    now = Date.now();
    for (const changed of listeners) changed();
  }
  return {
    now: () => now,
    subscribe(changed) {
      listeners.add(changed);
      if (listeners.size === 1) {
        now = Date.now();
        timer = setInterval(tick, paceMs);
      }
      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}

const clocks = { second: clock(1_000), calm: clock(10_000) };

/** The present in epoch milliseconds, renewed each second or each ten; `undefined` on the server, where it would not match the browser's. */
export function useNow(pace: keyof typeof clocks): number | undefined {
  const { now, subscribe } = clocks[pace];
  return useSyncExternalStore<number | undefined>(subscribe, now, () => undefined);
}
