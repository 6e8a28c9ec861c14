import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { launchChoices } from '#lib/launch/choices.ts';
import { launchRun } from '#server/launch/launch-run.ts';
import { previewLaunch } from '#server/launch/preview-launch.ts';
import { knownFirmware } from '#server/store/pages/known-firmware.ts';
import { procedure, router } from '../trpc.ts';
import { shippedExamples } from '../views/shipped-examples.ts';

export const launchRouter = router({
  /** Firmware to choose from: what ran before, and the shipped examples. */
  options: procedure('launch.options').query(async ({ ctx: { services, reach } }) => {
    const known = await knownFirmware(services.prisma, reach.projects);
    const examples = await shippedExamples();
    return { known: known.filter((one) => !examples.some((example) => example.folder === one.folder)), examples };
  }),

  /** What a launch would do, or why it cannot be made. */
  preview: procedure('launch.preview')
    .input(z.strictObject({ choices: launchChoices }))
    .query(async ({ ctx: { services }, input }) => {
      try {
        const preview = await previewLaunch(input.choices, { home: services.home });
        const config = preview.config.map((row) => ({ ...row, value: inWords(row.value) }));
        return { ok: true as const, preview: { ...preview, config } };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return {
          ok: false as const,
          problem: error.message,
          ...(error.next === undefined ? {} : { next: error.next }),
        };
      }
    }),

  start: procedure('launch.start')
    .input(z.strictObject({ choices: launchChoices, commandId: z.uuid() }))
    .mutation(({ ctx: { services, person, from }, input: { choices, commandId } }) =>
      launchRun(services.engine, { ...choices, by: person.actor, ...from, home: services.home, commandId }),
    ),
});

/** A setting's value as it is written in the project file. */
function inWords(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
