import { z } from 'zod';
import { command, name } from '../scalars.ts';

const metric = z.strictObject({
  command: command
    .optional()
    .describe('Prints the number; the last number of its output counts.')
    .meta({ examples: ['size -A build/firmware.elf'] }),
  pattern: z
    .string()
    .optional()
    .describe(
      'A regular expression with the named group `value`, looked for in the output of `command`, or of the tests without one.',
    )
    .meta({ examples: ['Total\\s+(?<value>\\d+)'] }),
  unit: z
    .string()
    .min(1, 'must not be empty')
    .describe('What the number counts.')
    .meta({ examples: ['bytes', 'ms', '%'] }),
  direction: z.enum(['lower', 'higher']).describe('Which way is better.'),
  threshold: z.number().optional().describe('The limit that a success must keep; without it the value at the base.'),
});

/** Numbers besides the pass rate (performance, size, coverage) that a success must keep within limits. */
export const metricsSection = z
  .record(name, metric)
  .prefault({})
  .describe('Numbers besides the pass rate that a success must keep within limits, by name.')
  .meta({
    examples: [{ flash: { command: 'size build/firmware.elf', unit: 'bytes', direction: 'lower', threshold: 65536 } }],
  });
