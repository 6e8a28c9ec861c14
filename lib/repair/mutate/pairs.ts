import type { Candidate } from './candidate.ts';
import { shownChange } from './candidate.ts';
import { overlap } from './draft.ts';

/** Singles that are combined at most, the most promising ones. */
const combined = 60;

/** Two edits of one file at once, for a fault that no single edit mends; the most promising pair first. */
export function pairsOf(singles: readonly Candidate[], textOf: (path: string) => string): Candidate[] {
  const best = singles.slice(0, combined);
  const pairs: Candidate[] = [];
  for (const [at, one] of best.entries()) {
    for (const other of best.slice(at + 1)) {
      if (one.path !== other.path || overlap(one.edits, other.edits)) continue;
      const edits = [...one.edits, ...other.edits];
      const shown = shownChange(textOf(one.path), edits);
      const { path, line } = one;
      const operators = [...one.operators, ...other.operators];
      pairs.push({
        id: `${one.id}+${other.id}`,
        operators,
        path,
        line,
        edits,
        priority: one.priority * other.priority,
        ...shown,
      });
    }
  }
  return pairs.sort((a, b) => b.priority - a.priority);
}
