import { z } from 'zod';
import { command, duration } from '../scalars.ts';
import { resultsSchema } from './results.ts';

/** Tests that no agent sees, run when a run is about to succeed. */
export const acceptanceSection = z
  .strictObject({
    command: command.describe('Runs the acceptance suite.').meta({ examples: ['./build/acceptance'] }),
    results: resultsSchema
      .optional()
      .describe('How its results are read, where this differs from the `results` of the file.'),
    timeout: duration.prefault('5m').describe('A suite that takes longer counts as failed.'),
    silence: duration.optional().describe('A suite that prints nothing for this long counts as failed.'),
  })
  .optional()
  .describe(
    'A suite that no agent sees, run when the run is about to succeed. Without one a success is only plausible.',
  )
  .meta({ examples: [{ command: './build/acceptance' }] });
