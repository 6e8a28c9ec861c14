import type { Tried } from '#lib/repair/choose/outcome.ts';
import type { Candidate } from '#lib/repair/mutate/candidate.ts';
import type { Placed, Trial } from './attempt.ts';
import { searchTunables } from './tunables.ts';

/** Limits of one search. */
export interface Budget {
  readonly candidates: number;
  readonly milliseconds: number;
  readonly signal: AbortSignal;
  /** Ends whatever the trials are at when the time is over. */
  readonly stop: () => void;
}

/** After how many candidates and when a search ends that has found something. */
interface Limit {
  readonly tried: number;
  readonly at: number;
}

function sooner(one: Limit | undefined, other: Limit): Limit {
  return one === undefined || other.tried < one.tried ? other : one;
}

/** Who is told of each candidate that was tried. */
export interface Listeners {
  readonly onTried: (tried: readonly Tried[]) => void;
  readonly keep: (one: Tried) => Promise<void>;
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
  { onTried, keep }: Listeners,
): Promise<Tries> {
  const begin = performance.now();
  const tried: Tried[] = [];
  let next = 0;
  let enough: Limit | undefined;
  let wasStopped = false;

  function limitAfter({ mended }: Tried): Limit {
    const isWhole = groups.some((group) => group.every((test) => mended.includes(test)));
    const times = isWhole ? 1 : searchTunables.furtherForPart;
    return {
      tried: tried.length + searchTunables.furtherCandidates * times,
      at: performance.now() + searchTunables.furtherMs * times,
    };
  }

  function isOver(): boolean {
    return isSpent() || next >= candidates.length || next >= budget.candidates;
  }

  /** Nothing more is to be tried, not even what was taken already. */
  function isSpent(): boolean {
    if (budget.signal.aborted || isLate()) return true;
    return enough !== undefined && (tried.length >= enough.tried || performance.now() > enough.at);
  }

  function isLate(): boolean {
    return performance.now() - begin > budget.milliseconds;
  }

  /** No more than a fair share of what is left, so that all trials come to their end at about the same time. */
  function take(size: number): Placed[] {
    const first = next;
    const end = Math.min(candidates.length, budget.candidates);
    const share = Math.max(Math.ceil((end - next) / trials.length), searchTunables.firstBatch);
    next = Math.min(next + Math.min(size, share), end);
    return candidates.slice(first, next).map((candidate, at) => ({ candidate, position: first + at + 1 }));
  }

  const clock = setTimeout(budget.stop, budget.milliseconds);
  await Promise.all(
    trials.map(async (trial) => {
      for (
        let size: number = searchTunables.firstBatch;
        !isOver();
        size = Math.min(size * 2, searchTunables.mostInBatch)
      ) {
        for await (const one of trial.try(take(size))) {
          // What was stopped says nothing of its candidate.
          if (isLate() && one.fate !== 'improves') {
            wasStopped = true;
            return;
          }
          tried.push(one);
          if (one.fate === 'improves') enough = sooner(enough, limitAfter(one));
          await keep(one);
          onTried(tried);
          if (isSpent()) return;
        }
      }
    }),
  ).finally(() => clearTimeout(clock));
  const ordered = tried.sort((a, b) => a.position - b.position);
  return { tried: ordered, ended: reason() };

  function reason(): Tries['ended'] {
    if (budget.signal.aborted) return 'cancelled';
    if (enough !== undefined) return 'found';
    return next >= candidates.length && !wasStopped ? 'all tried' : 'budget';
  }
}
