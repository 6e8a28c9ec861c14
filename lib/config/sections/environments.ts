import { z } from 'zod';
import { command, duration, name, path, variables } from '../scalars.ts';
import { resultsSchema } from './results.ts';

const namedTest = z.strictObject({
  name: name.describe('The name of this part of the tests.'),
  command: command.describe('Runs this part.'),
  results: resultsSchema
    .optional()
    .describe('How its results are read, where this differs from the `results` of the file.'),
});

const test = z
  .union([command, z.array(namedTest).min(1, 'must hold at least one test')], {
    error: 'must be a command, or a list of `name` and `command`',
  })
  .describe('Runs the tests: one command, or a list of parts with `name` and `command`.')
  .meta({ examples: ['./build/run-tests', [{ name: 'unit', command: './build/unit' }]] });

const timeout = duration.prefault('60s').describe('Tests that take longer are stopped, and what they printed is kept.');
const silence = duration
  .optional()
  .describe('Tests that print nothing for this long are stopped.')
  .meta({ examples: ['20s'] });

const host = z.strictObject({
  type: z.literal('host').describe('The tests run on the runner itself.'),
  test,
  env: variables.prefault({}).describe('Environment variables of the tests.'),
  timeout,
  silence,
});

const qemu = z.strictObject({
  type: z.literal('qemu').describe('The firmware runs in a QEMU system emulator.'),
  program: z.string().min(1, 'must not be empty').default('qemu-system-arm').describe('The emulator.'),
  machine: z
    .string()
    .min(1, 'must not be empty')
    .describe('The emulated machine.')
    .meta({ examples: ['mps2-an385'] }),
  cpu: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .describe('The emulated processor, where it is not the default of the machine.'),
  image: path.describe('The image to start, as the build leaves it.').meta({ examples: ['build/firmware.elf'] }),
  args: z
    .array(z.string())
    .prefault([])
    .describe('Further arguments.')
    .meta({ examples: [['-semihosting']] }),
  timeout,
  silence,
});

const board = z.strictObject({
  type: z.literal('board').describe('The firmware is flashed to a board of the farm.'),
  board_type: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .describe('The type of board; any type with the tags when left out.'),
  tags: z
    .array(name)
    .prefault([])
    .describe('Tags that the board must have.')
    .meta({ examples: [['stm32f4', 'berlin']] }),
  image: path.describe('The image to flash, as the build leaves it.').meta({ examples: ['build/firmware.bin'] }),
  wait: duration.optional().describe('How long to wait for a free board; without it, as long as the run may last.'),
  timeout: duration.prefault('5m').describe('Tests that take longer are stopped and the board is power-cycled.'),
  silence,
});

/** One place to test in; its type decides which settings it has. */
const environmentSchema = z.discriminatedUnion('type', [host, qemu, board]);
export type EnvironmentConfig = z.output<typeof environmentSchema>;

export const environmentsSection = z
  .record(name, environmentSchema)
  .refine((environments) => Object.keys(environments).length > 0, 'must define at least one environment')
  .describe('Where the tests can run, by name.')
  .meta({ examples: [{ host: { type: 'host', test: './build/run-tests' } }] });
