import { z } from 'zod';
import { command, duration, glob, variables } from '../scalars.ts';

/** How the firmware is built, in the run's own copy of the repository. */
export const buildSection = z
  .strictObject({
    command: command.describe('Builds the firmware and its tests; exit code 0 means built.'),
    clean: command
      .optional()
      .describe('Removes what a build left; used once when a build fails.')
      .meta({ examples: ['make clean'] }),
    requires: z
      .array(z.string().min(1, 'must not be empty'))
      .prefault([])
      .describe('Programs that must be installed; a missing one ends the run with its name.')
      .meta({ examples: [['arm-none-eabi-gcc', 'make']] }),
    timeout: duration.prefault('10m').describe('A build that takes longer is stopped.'),
    silence: duration.optional().describe('A build that prints nothing for this long is stopped.'),
    env: variables.prefault({}).describe('Environment variables of the build.'),
    artifacts: z
      .array(glob)
      .prefault([])
      .describe('Files to keep from each build, such as images and maps.')
      .meta({ examples: [['build/*.elf']] }),
  })
  .describe('How the firmware is built.')
  .meta({ examples: [{ command: 'make -j2' }] });
