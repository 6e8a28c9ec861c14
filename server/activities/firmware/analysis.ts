import { z } from 'zod';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import type { Filing } from '#server/artifacts/artifact-store.ts';
import type { ActivityContext } from '../context.ts';
import { filedArtifact } from '../filed.ts';

const analysisSchema = z.object({
  hypotheses: z.array(z.string()),
  files: z.array(z.string()),
  summary: z.string(),
  confidence: z.number(),
});
type StoredAnalysis = z.infer<typeof analysisSchema>;

/** Where an agent's analysis of an iteration is filed; one that is asked for again takes its place. */
export function analysisFiling({ runId, iteration, activityId }: ActivityContext): Filing {
  return { runId, iteration, kind: 'analysis', name: 'analysis', activityId };
}

export async function readAnalysis(context: ActivityContext, id: string): Promise<StoredAnalysis> {
  return await artifactAs(context.host.artifacts, id, analysisSchema);
}

/** The analysis that the run has come to last; null when there is none. */
export async function latestAnalysis(context: ActivityContext): Promise<StoredAnalysis | null> {
  const { iteration, kind, name } = analysisFiling(context);
  const id = await filedArtifact(context, { iteration, kind, name });
  return id === null ? null : await readAnalysis(context, id);
}

/** Confidence of the analysis that the run has come to last, 0 to 1; null when there is none. */
export async function analysisConfidence(context: ActivityContext): Promise<number | null> {
  return (await latestAnalysis(context))?.confidence ?? null;
}
