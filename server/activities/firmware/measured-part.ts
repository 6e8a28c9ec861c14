import { z } from 'zod';
import { parsedResultsSchema } from '#lib/results/types.ts';
import type { Filing } from '#server/artifacts/artifact-store.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { filedArtifact } from '../filed.ts';
import { rememberedArtifact } from '../remembered-artifact.ts';

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
  /** One sentence about a target that ended badly: how, where in the source, why. */
  finding: z.string().nullable(),
  /** Artifacts that belong to it: registers, the raw console, a trace. */
  evidence: z.array(z.object({ name: z.string(), hash: z.string() })),
});
export type MeasuredPart = z.infer<typeof partSchema>;

const measurementSchema = z.object({
  /** Which run of the tests within the iteration it is. */
  attempt: z.number(),
  /** The attempt at `run-tests` that it comes from; its log is the console. */
  activityId: z.string(),
  parts: z.array(partSchema),
  metrics: z.record(z.string(), z.number().nullable()),
  /** The tests told all themselves: nothing is left to be read from files or measured by commands. */
  isWhole: z.boolean().default(false),
});
export type Measurement = z.infer<typeof measurementSchema>;

/**
 * `ran`: as the tests left it; `read`: with what was read from files and measured by commands, where there is any. Both
 * are kept, as a run may be forked in between.
 */
type Stage = 'ran' | 'read';

/** Files the measurement of an attempt between the activities that complete it; it replaces that of the attempt before. */
export async function storeMeasurement(
  context: ActivityContext,
  stage: Stage,
  measurement: Measurement,
): Promise<void> {
  const options = { mediaType: 'application/json', withEnd: true };
  await context.host.artifacts.put(filing(context, stage), JSON.stringify(measurement), options);
}

/** Throws ARTIFACT_MISSING when the tests of this attempt left nothing. `stage` asks for it as it was then. */
export async function measurementOf(context: ActivityContext, attempt: number, stage?: Stage): Promise<Measurement> {
  const found = await (stage === undefined ? latestMeasurement(context) : stored(context, stage));
  if (found?.attempt === attempt) return found;
  throw new ActivityFailure('ARTIFACT_MISSING', `attempt ${attempt} left no measurement`, { final: true });
}

/** That of the latest attempt of this iteration; null before the first. */
export async function latestMeasurement(context: ActivityContext): Promise<Measurement | null> {
  const ran = await stored(context, 'ran');
  if (ran?.isWhole) return ran;
  const read = await stored(context, 'read');
  return read?.activityId === ran?.activityId ? read : ran;
}

async function stored(context: ActivityContext, stage: Stage): Promise<Measurement | null> {
  const { kind, name } = filing(context, stage);
  const hash = await filedArtifact(context, { kind, name });
  if (hash === null) return null;
  return await measurements(context, hash);
}

const measurements = rememberedArtifact(measurementSchema);

/** The iteration is part of the name: what an earlier one left must not stand in for this one's. */
function filing({ runId, iteration, activityId }: ActivityContext, stage: Stage): Filing {
  return { runId, iteration, kind: 'file', name: `measurement-${iteration}-${stage}`, activityId };
}
