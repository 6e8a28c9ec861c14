import type { Pool } from 'pg';
import { failureTrace } from '#lib/knowledge/failure-text.ts';
import { type SimilarLesson, similarLessons } from '#server/store/knowledge-similar.ts';
import { resultSetsOf, testsOf } from '#server/store/results.ts';

const mostSeen = 5;

/** What other runs of the project had learned by a time, or by now, of failures like those that an iteration of a run began with; what helped comes first. */
export async function seenBefore(
  pool: Pool,
  about: { runId: string; projectId: string; iteration: number; until?: Date | null },
): Promise<SimilarLesson[]> {
  const { runId, projectId, iteration, until = null } = about;
  const sets = await resultSetsOf(pool, runId, iteration);
  const start = sets.find((set) => set.iteration < iteration) ?? sets[0];
  const tests = start === undefined ? [] : await testsOf(pool, start.id);
  const failing = tests.filter(({ status }) => status === 'failed' || status === 'error');
  if (failing.length === 0) return [];
  const { text: failure, signatures } = failureTrace(failing.toSorted((a, b) => a.key.localeCompare(b.key)));
  return await similarLessons(pool, { projectId, runId, failure, signatures, until, limit: mostSeen });
}
