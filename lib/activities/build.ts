import { z } from 'zod';
import { contract, minutes } from './contract.ts';
import { durationMs, id, iteration, missingPrograms, sentence, whole } from './shapes.ts';

export const prepareBuild = contract({
  name: 'prepare-build',
  does: 'Brings dependencies, tool chain and build configuration into place.',
  input: z.object({ iteration, commit: id }),
  output: z.object({ ok: z.boolean(), missing: missingPrograms, reason: sentence }),
  idempotent: true,
  timeoutMs: minutes(20),
  capability: 'workspace',
  instant: true,
});

export const build = contract({
  name: 'build',
  does: 'Compiles, links and packs the firmware, and reads the diagnostics.',
  input: z.object({ iteration, commit: id }),
  output: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), buildId: id, warnings: whole, logId: id.nullable(), durationMs }),
    z.object({
      ok: z.literal(false),
      errors: whole,
      firstError: sentence,
      /** Tools that the build asked for in vain; nothing to retry when there is one. */
      missing: missingPrograms,
      logId: id.nullable(),
      durationMs,
    }),
  ]),
  idempotent: true,
  timeoutMs: minutes(60),
  capability: 'workspace',
  instant: false,
});

export const cleanBuild = contract({
  name: 'clean-build',
  does: 'Throws away build output and caches of the worktree, so that the next build starts from nothing.',
  input: z.object({ iteration, commit: id }),
  output: z.object({ ok: z.boolean(), reason: sentence }),
  idempotent: true,
  timeoutMs: minutes(5),
  capability: 'workspace',
  instant: false,
});
