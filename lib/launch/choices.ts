import { z } from 'zod';
import { overridesSchema } from '#lib/config/override.ts';
import { wellFormed } from '#lib/format/well-formed.ts';

/** A setting of the project file that a launch may say otherwise: `criteria.target_pass_rate`, `limits.tokens`. */
const settingPath = z
  .string()
  .regex(/^(?:criteria|plateau|limits)\.[a-z_]{1,60}$/, 'must be a setting of criteria, plateau or limits');

/** What a person chooses when launching a run, on the command line, in the form or over the API; the file says the rest. */
export const launchChoices = z.strictObject({
  /** Absolute path of the firmware's folder on the runner's machine. */
  folder: z.string().min(1).max(4_000),
  /** Branch, tag or commit to start from; what is checked out when left out. */
  ref: z.string().min(1).max(200).transform(wellFormed).optional(),
  environment: z.string().min(1).optional(),
  /** Names of agents of the file, in the order in which they are asked. */
  agents: overridesSchema.shape.agents,
  mode: overridesSchema.shape.mode,
  preset: z.string().min(1).optional(),
  goal: z.string().min(1).max(10_000).transform(wellFormed).optional(),
  maxIterations: z.number().optional(),
  timeoutMinutes: z.number().optional(),
  /** Single settings in place of those of the file and the preset. */
  set: z
    .record(settingPath, z.union([z.string().max(200).transform(wellFormed), z.number(), z.boolean(), z.null()]))
    .optional(),
  /** Start on a snapshot of the folder as it lies there; for folders that are not under git. */
  snapshot: z.boolean().optional(),
});
export type LaunchChoices = z.infer<typeof launchChoices>;
