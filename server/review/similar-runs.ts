import type { Pool } from 'pg';
import type { FailingTest } from '#lib/review/blocking.ts';
import { type Likeness, leastLikeness, likeness } from '#lib/review/similar.ts';
import { type EndOfRun, endsOfRuns, failuresElsewhere } from '#server/store/reviews/alike-runs.ts';

export interface SimilarRun extends EndOfRun {
  readonly likeness: Likeness;
  /** The iteration in which it was stuck most alike. */
  readonly iteration: number;
}

const shown = 5;

/** Ended runs of the project that were stuck on much the same tests, most alike first, and what ended them. */
export async function similarRuns(
  pool: Pool,
  { projectId, runId, blocking }: { projectId: string; runId: string; blocking: readonly FailingTest[] },
): Promise<SimilarRun[]> {
  if (blocking.length === 0) return [];
  const tests = blocking.map(({ testId }) => testId);
  const closest = new Map<string, { likeness: Likeness; iteration: number }>();
  for (const { runId: other, iteration, failures } of await failuresElsewhere(pool, { projectId, runId, tests })) {
    const found = { likeness: likeness(blocking, failures), iteration };
    if (found.likeness.score < leastLikeness || found.likeness.score <= (closest.get(other)?.likeness.score ?? 0))
      continue;
    closest.set(other, found);
  }
  const best = [...closest].sort(([, one], [, other]) => other.likeness.score - one.likeness.score).slice(0, shown);
  const ends = await endsOfRuns(
    pool,
    best.map(([id]) => id),
  );
  return best.flatMap(([id, found]) => ends.filter((end) => end.runId === id).map((end) => ({ ...end, ...found })));
}
