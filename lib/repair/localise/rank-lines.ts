import { clustersOf } from './clusters.ts';
import { type Hits, hitsOf, ochiai } from './ochiai.ts';
import { type LineKey, placeOf, type TestTrace } from './spectrum.ts';

/** What breaks ties between lines that the tests cannot tell apart; each from 0 to 1. */
export interface Hints {
  /** How lately the line was changed. */
  readonly recency: ReadonlyMap<LineKey, number>;
  /** How near the line's function is, by calls, to what failing assertions name. */
  readonly nearness: ReadonlyMap<LineKey, number>;
  /** The program stood there when it crashed or hung. */
  readonly crashed: ReadonlySet<LineKey>;
}

export interface SuspiciousLine {
  readonly path: string;
  readonly line: number;
  /** From 0 to 1. */
  readonly score: number;
  readonly failing: number;
  readonly passing: number;
}

export const noHints: Hints = { recency: new Map(), nearness: new Map(), crashed: new Set() };

/** Hints only break ties: together they move a line by less than one passing test usually does. */
const hintWeights = { recency: 0.02, nearness: 0.03, crashed: 0.05 } as const;

/** A line that explains a small group of the failing tests counts a little less than one that explains many. */
const groupExponent = 0.25;

/** The lines that failing tests executed, the most suspicious first: by all failing tests, or by one group of them. */
export function rankLines(traces: readonly TestTrace[], hints: Hints = noHints): SuspiciousLine[] {
  const failing = traces.filter(({ failed }) => failed);
  const passing = traces.filter(({ failed }) => !failed);
  const passed = hitsOf(passing);
  const best = new Map<LineKey, { score: number; hits: Hits }>();
  for (const group of [failing, ...clustersOf(failing)]) {
    for (const [key, { failing: count }] of hitsOf(group)) {
      const hits = { failing: count, passing: passed.get(key)?.passing ?? 0 };
      const score = ochiai(hits, group.length) * (group.length / failing.length) ** groupExponent;
      if (score > (best.get(key)?.score ?? 0)) best.set(key, { score, hits });
    }
  }
  return [...best]
    .map(([key, { score, hits }]) => ({
      ...placeOf(key),
      ...hits,
      score: Math.min(1, score * (1 - most) + hinted(key, hints)),
    }))
    .sort((a, b) => b.score - a.score || a.path.localeCompare(b.path) || a.line - b.line);
}

const most = hintWeights.recency + hintWeights.nearness + hintWeights.crashed;

function hinted(key: LineKey, { recency, nearness, crashed }: Hints): number {
  return (
    hintWeights.recency * (recency.get(key) ?? 0) +
    hintWeights.nearness * (nearness.get(key) ?? 0) +
    (crashed.has(key) ? hintWeights.crashed : 0)
  );
}
