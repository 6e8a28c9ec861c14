import { z } from 'zod';
import { parsedResultsSchema } from '#lib/results/types.ts';
import type { ArtifactStore, Filing } from '#server/artifacts/artifact-store.ts';
import { artifactOf } from '#server/store/artifacts.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';

const partSchema = z.object({
  name: z.string(),
  end: z.object({
    exitCode: z.number().nullable(),
    endedBy: z.enum(['exit', 'signal', 'deadline', 'silence', 'cancelled', 'output-cap', 'not-started']),
    signal: z.string().nullable(),
  }),
  durationMs: z.number(),
  /** Null until the files that hold the results have been read. */
  parsed: parsedResultsSchema.nullable(),
});
export type MeasuredPart = z.infer<typeof partSchema>;

const measurementSchema = z.object({
  /** The attempt at `run-tests` that it comes from; its log is the console. */
  activityId: z.string(),
  parts: z.array(partSchema),
  metrics: z.record(z.string(), z.number().nullable()),
});
export type Measurement = z.infer<typeof measurementSchema>;

/** Where the measurement of an attempt is filed between the activities that complete it. */
export function measurementFiling(context: ActivityContext, attempt: number): Filing {
  const { runId, iteration, activityId } = context;
  return { runId, iteration, kind: 'file', name: `measurement-${attempt}`, activityId };
}

export async function storeMeasurement(
  context: ActivityContext,
  attempt: number,
  measurement: Measurement,
): Promise<void> {
  const store: ArtifactStore = context.host.artifacts;
  await store.putJson(measurementFiling(context, attempt), JSON.parse(JSON.stringify(measurement)));
}

/** Throws ARTIFACT_MISSING when the tests of this attempt left nothing. */
export async function measurementOf(context: ActivityContext, attempt: number): Promise<Measurement> {
  const { runId, kind, name } = measurementFiling(context, attempt);
  const hash = await artifactOf(context.host.pool, { runId, kind, name, iteration: context.iteration });
  if (hash === null)
    throw new ActivityFailure('ARTIFACT_MISSING', `attempt ${attempt} left no measurement`, { final: true });
  return measurementSchema.parse(JSON.parse((await context.host.artifacts.get(hash)).toString('utf8')));
}
