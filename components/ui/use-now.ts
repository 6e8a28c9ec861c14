'use client';

import { use, useSyncExternalStore } from 'react';
import { ServedAt } from './served-at.ts';

interface Clock {
  now(): number;
  subscribe(changed: () => void): () => void;
  /** Moves on at once, and a little later than usual the next time. */
  moveOn(): void;
}

/** How much later than usual, as a factor: whoever brings news each second then brings the clock along with each. */
const patience = 1.3;

/** One timer per pace for the whole page, so that rows tick together. */
function clock(paceMs: number): Clock {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function tick(nextMs: number) {
    clearTimeout(timer);
    timer = setTimeout(tick, nextMs, paceMs);
    now = Date.now();
    for (const changed of listeners) changed();
  }
  return {
    now: () => now,
    subscribe(changed) {
      listeners.add(changed);
      if (listeners.size === 1) {
        now = Date.now();
        timer = setTimeout(tick, paceMs, paceMs);
      }
      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
    moveOn() {
      if (listeners.size > 0) tick(paceMs * patience);
    },
  };
}

const clocks = { second: clock(1_000), calm: clock(10_000) };

/** The present in epoch milliseconds, renewed each second or each ten; in the first paint the one that the server drew it in. */
export function useNow(pace: keyof typeof clocks): number {
  const { now, subscribe } = clocks[pace];
  const servedAt = use(ServedAt);
  return useSyncExternalStore(subscribe, now, () => servedAt ?? Date.now());
}

/** To be called when a page is drawn anyway: the seconds it shows are drawn along, and need no frame of their own for a while. */
export function moveClockOn(): void {
  clocks.second.moveOn();
}
