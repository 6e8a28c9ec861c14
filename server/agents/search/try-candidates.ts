import type { Tried } from '#lib/repair/choose/outcome.ts';
import type { Candidate } from '#lib/repair/mutate/candidate.ts';
import type { Trial } from './attempt.ts';
import { searchTunables } from './tunables.ts';

/** Limits of one search. */
export interface Budget {
  readonly candidates: number;
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

/** Where and when a search ends that has found something. */
interface Limit {
  readonly position: number;
  readonly at: number;
}

function sooner(one: Limit | undefined, other: Limit): Limit {
  return one === undefined || other.position < one.position ? other : one;
}

/** What was tried, in the order of trying, and why no more. */
export interface Tries {
  readonly tried: readonly Tried[];
  readonly ended: 'found' | 'all tried' | 'budget' | 'cancelled';
}

/**
 * Tries candidates in several trees at once, the most promising first. After the first that helps, a few more are tried, so
 * that it is one among alternatives and not just the first; `groups` are failing tests that seem to fail for one reason.
 */
export async function tryCandidates(
  trials: readonly Trial[],
  candidates: readonly Candidate[],
  budget: Budget,
  groups: readonly (readonly string[])[],
  onTried: (tried: readonly Tried[]) => void,
): Promise<Tries> {
  const begin = performance.now();
  const tried: Tried[] = [];
  let next = 0;
  let enough: Limit | undefined;

  function limitAfter({ position, mended }: Tried): Limit {
    const isWhole = groups.some((group) => group.every((test) => mended.includes(test)));
    const times = isWhole ? 1 : searchTunables.furtherForPart;
    return {
      position: position + searchTunables.furtherCandidates * times,
      at: performance.now() + searchTunables.furtherMs * times,
    };
  }

  function isOver(): boolean {
    const now = performance.now();
    if (
      budget.signal.aborted ||
      next >= candidates.length ||
      next >= budget.candidates ||
      now - begin > budget.milliseconds
    )
      return true;
    return enough !== undefined && (next >= enough.position || now > enough.at);
  }

  await Promise.all(
    trials.map(async (trial) => {
      while (!isOver()) {
        const position = next;
        const candidate = candidates[position];
        next += 1;
        if (candidate === undefined) return;
        const one = await trial.try(candidate, position + 1);
        tried.push(one);
        if (one.fate === 'improves') enough = sooner(enough, limitAfter(one));
        onTried(tried);
      }
    }),
  );
  const ordered = tried.sort((a, b) => a.position - b.position);
  return { tried: ordered, ended: reason() };

  function reason(): Tries['ended'] {
    if (budget.signal.aborted) return 'cancelled';
    if (enough !== undefined) return 'found';
    return next >= candidates.length ? 'all tried' : 'budget';
  }
}
