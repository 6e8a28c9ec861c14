import type { Pool } from 'pg';
import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { launchChoices } from '#lib/launch/choices.ts';
import { mostLogs } from '#lib/launch/log-limits.ts';
import { launchLog } from '#lib/launch/logs.ts';
import { forkLaunch } from '#server/launch/fork-launch.ts';
import { launch } from '#server/launch/launch.ts';
import { launchAgain } from '#server/launch/launch-again.ts';
import { lookAtLaunch } from '#server/launch/look-at-launch.ts';
import type { LaunchPreview } from '#server/launch/preview-launch.ts';
import { criteriaPresets } from '#server/store/criteria-presets.ts';
import { knownFirmware } from '#server/store/pages/known-firmware.ts';
import { runnerRows } from '#server/store/pages/stack-health.ts';
import { procedure, router } from '../trpc.ts';
import { savedPreset } from '../views/saved-preset.ts';
import { shippedExamples } from '../views/shipped-examples.ts';

export const launchRouter = router({
  /** Firmware to choose from: what ran before, and the shipped examples. */
  options: procedure('launch.options').query(async ({ ctx: { services, reach } }) => {
    const known = await knownFirmware(services.prisma, reach.projects);
    const examples = await shippedExamples();
    const presets = await criteriaPresets(services.pool);
    return {
      known: known.filter((one) => !examples.some((example) => example.folder === one.folder)),
      examples,
      presets: presets.map(savedPreset),
    };
  }),

  /** What a launch would do, or why it cannot be made; `logs` are the names of files that would come with it. */
  preview: procedure('launch.preview')
    .input(z.strictObject({ choices: launchChoices, logs: z.array(launchLog.shape.name).max(mostLogs).default([]) }))
    .query(async ({ ctx: { services }, input: { choices, logs } }) => {
      try {
        const looked = await lookAtLaunch(choices, { home: services.home, pool: services.pool, logs });
        const { preview } = looked;
        return { ...looked, preview: preview === null ? null : await withRunners(services.pool, preview) };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const suggestion = error.next === undefined ? {} : { suggestion: error.next };
        const problem = { path: '', message: error.message, ...suggestion };
        return { machine: null, ask: null, form: null, preview: null, problems: [{ line: 0, column: 0, ...problem }] };
      }
    }),

  /** The choices that launch a run like an earlier one. */
  again: procedure('launch.again')
    .input(z.strictObject({ run: z.int32().min(1) }))
    .query(({ ctx: { services }, input }) => launchAgain(services.pool, input.run)),

  /** A new run that shares the log of another up to an event, with other criteria, limits or mode from there on. */
  fork: procedure('launch.fork')
    .input(
      z.strictObject({
        run: z.int32().min(1),
        atSeq: z.int32().min(1),
        choices: launchChoices,
        reason: z.string().trim().max(400).transform(wellFormed).default(''),
        commandId: z.uuid(),
      }),
    )
    .mutation(({ ctx: { services, person }, input }) =>
      forkLaunch(services.engine, { ...input, by: person.actor, home: services.home }),
    ),

  start: procedure('launch.start')
    .input(
      z.strictObject({
        choices: launchChoices,
        commandId: z.uuid(),
        logs: z.array(launchLog).max(mostLogs).default([]),
      }),
    )
    .mutation(({ ctx: { services, person, from }, input: { choices, commandId, logs } }) =>
      launch(services.engine, {
        ...choices,
        by: person.actor,
        ...from,
        home: services.home,
        commandId,
        logs,
      }),
    ),
});

/** The preview with what the runners make of it, and its settings as they are written. */
async function withRunners(pool: Pool, preview: LaunchPreview) {
  const runners = await runnerRows(pool);
  const idle = runners.some(({ status }) => status === 'live')
    ? []
    : ['No runner is live: the run is launched, and waits until one is.'];
  const config = preview.config.map((row) => ({ ...row, value: inWords(row.value) }));
  return { ...preview, config, warnings: [...preview.warnings, ...idle] };
}

/** A setting's value as it is written in the project file. */
function inWords(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
