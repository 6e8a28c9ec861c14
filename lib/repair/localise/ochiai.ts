import type { LineKey, TestTrace } from './spectrum.ts';

/** How many failing and passing tests executed a line. */
export interface Hits {
  readonly failing: number;
  readonly passing: number;
}

/**
 * Ochiai's coefficient, from 0 to 1: `failing / sqrt(all failing × (failing + passing))` (Abreu, Zoeteweij and van
 * Gemund, 2007).
 */
export function ochiai({ failing, passing }: Hits, allFailing: number): number {
  return failing === 0 ? 0 : failing / Math.sqrt(allFailing * (failing + passing));
}

export function hitsOf(traces: readonly TestTrace[]): Map<LineKey, Hits> {
  const hits = new Map<LineKey, Hits>();
  for (const { failed, lines } of traces) {
    for (const line of lines) {
      const { failing, passing } = hits.get(line) ?? { failing: 0, passing: 0 };
      hits.set(line, failed ? { failing: failing + 1, passing } : { failing, passing: passing + 1 });
    }
  }
  return hits;
}
