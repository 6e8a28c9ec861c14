import { z } from 'zod';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import type { Filing } from '#server/artifacts/artifact-store.ts';
import type { ActivityContext } from '../context.ts';
import { filedArtifact } from '../filed.ts';

/** What a model says of a measured result. Shown, and never more than that except for its confidence, which can lower the measured one. */
export const judgementSchema = z.object({
  /** The tree whose result was judged. */
  commit: z.string(),
  agent: z.string(),
  confidence: z.number().min(0).max(1),
  reasoning: z.string(),
});
export type Judgement = z.infer<typeof judgementSchema>;

/** Under which name an iteration files what its judge says. */
export const judgementName = 'judgement';

/** Files a judgement with its iteration. */
export async function keepJudgement(context: ActivityContext, judgement: Judgement): Promise<void> {
  await context.host.artifacts.putJson(filing(context), { ...judgement });
}

/** What was said of this tree before, in this iteration or an earlier one that it confirms; null when nobody was asked. */
export async function judgementOf(context: ActivityContext, commit: string): Promise<Judgement | null> {
  const { iteration, kind, name } = filing(context);
  const hash = await filedArtifact(context, { iteration, kind, name });
  if (hash === null) return null;
  const judgement = await artifactAs(context.host.artifacts, hash, judgementSchema);
  return judgement.commit === commit ? judgement : null;
}

function filing({ runId, iteration, activityId }: ActivityContext): Filing {
  return { runId, iteration, kind: 'analysis', name: judgementName, activityId };
}
