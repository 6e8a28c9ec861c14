import { z } from 'zod';
import type { ActivityContext } from '../context.ts';
import { filedArtifact } from '../filed.ts';
import { rememberedArtifact } from '../remembered-artifact.ts';

export const buildRecordSchema = z.object({
  ok: z.boolean(),
  commit: z.string(),
  errors: z.number(),
  warnings: z.number(),
  warningTexts: z.array(z.string()),
  firstError: z.string().nullable(),
  messages: z.array(
    z.object({
      severity: z.enum(['error', 'warning', 'note']),
      file: z.string(),
      line: z.number().nullable(),
      text: z.string(),
    }),
  ),
  command: z.string(),
  exitCode: z.number().nullable(),
  /** Epoch milliseconds by the clock of the host that built. */
  startedAt: z.number(),
  durationMs: z.number(),
  activityId: z.string(),
});
export type BuildRecord = z.infer<typeof buildRecordSchema>;

/** The newest build of a run up to an iteration; null before the first. */
export async function buildRecord(context: ActivityContext, iteration: number): Promise<BuildRecord | null> {
  const hash = await filedArtifact(context, { kind: 'build', name: 'build', iteration });
  if (hash === null) return null;
  return await records(context, hash);
}

const records = rememberedArtifact(buildRecordSchema);

/** Compiler warnings that the build of the base does not have, wherever in their file they stand. Null without a whole build of the base. */
export async function newWarningsSinceBase(context: ActivityContext, iteration: number): Promise<number | null> {
  const [base, now] = await Promise.all([buildRecord(context, 0), buildRecord(context, iteration)]);
  if (base === null || !base.ok || now === null) return null;
  return warningsBeyond(base, now.warningTexts).length;
}

/** Those of the warnings that the build of the base did not print. */
export function warningsBeyond(base: BuildRecord, texts: readonly string[]): string[] {
  const known = new Set(base.warningTexts);
  return texts.filter((text) => !known.has(text));
}
