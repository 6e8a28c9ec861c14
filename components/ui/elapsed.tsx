'use client';

import { duration } from '#lib/format/duration.ts';
import { useNow } from './use-now.ts';

export type ElapsedProps = {
  /** Epoch milliseconds. */
  since: number;
  /** Epoch milliseconds; while absent the time runs on. */
  until?: number | undefined;
};

/** How long something took, or has taken so far. */
export function Elapsed({ since, until }: ElapsedProps) {
  const now = useNow('second');
  return <span className="tabular whitespace-nowrap">{duration(coarse((until ?? now) - since, until))}</span>;
}

/** A running time moves by whole seconds: tenths that jump by ten say nothing. */
function coarse(ms: number, until: number | undefined): number {
  return until === undefined ? Math.floor(ms / 1_000) * 1_000 : ms;
}
