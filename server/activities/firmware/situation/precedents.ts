import type { Situation } from '#lib/agents/situation.ts';
import { clip } from '#lib/format/clip.ts';
import { failureTrace } from '#lib/knowledge/failure-text.ts';
import { similarLessons } from '#server/store/knowledge-similar.ts';
import type { ActivityContext } from '../../context.ts';

const mostPrecedents = 5;
const longestDiff = 4_000;

/** What earlier runs of the same project have learned of failures like these; what helped comes first. */
export async function precedentsFor(
  { host, runId, projectId }: ActivityContext,
  failing: Situation['failing'],
): Promise<Situation['precedents']> {
  if (failing.length === 0) return [];
  const { text: failure, signatures } = failureTrace(failing);
  const found = await similarLessons(host.pool, { projectId, runId, failure, signatures, limit: mostPrecedents });
  return found.map(({ similarity, outcome, run, helped, diff, ...lesson }) => ({
    similarity,
    failure: lesson.failure,
    hypothesis: `${lesson.hypothesis} (${lesson.summary})`,
    outcome: `run ${run}, ${helped ? 'it helped' : 'it did not help'}: ${outcome}`,
    diff: clip(diff, longestDiff).text,
  }));
}
