import { z } from 'zod';
import { compilePattern } from '#lib/results/pattern/compile.ts';
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

const expression = z
  .string()
  .min(1, 'must not be empty')
  .refine(compiles, 'must be a regular expression that ends on every line');

const qemu = z
  .strictObject({
    type: z.literal('qemu').describe('The firmware runs in a QEMU system emulator.'),
    program: z
      .string()
      .regex(
        /^(?:[\w./+-]*\/)?qemu-system-[\w-]+$/,
        'must be a system emulator: qemu-system-arm, qemu-system-riscv32, …',
      )
      .default('qemu-system-arm')
      .describe('The emulator.'),
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
    load: z
      .enum(['kernel', 'bios', 'loader', 'args'])
      .default('kernel')
      .describe('How the image gets into the emulator; with `args` the arguments name it as `{image}`.'),
    symbols: path
      .optional()
      .describe('The file with the debugging information, where that is not the image.')
      .meta({ examples: ['build/firmware.elf'] }),
    kernel_args: z.string().optional().describe('The command line that a kernel is started with.'),
    args: z
      .array(z.string())
      .prefault([])
      .describe('Further arguments.')
      .meta({ examples: [['-icount', 'shift=6']] }),
    console: z
      .enum(['serial', 'semihosting'])
      .default('serial')
      .describe('Where the firmware prints: its first serial port, or through semihosting.'),
    semihosting: z
      .boolean()
      .optional()
      .describe(
        'Whether the firmware may end the emulator with a status of its own; by default where the processor knows it.',
      ),
    ready: expression
      .optional()
      .describe('A console line that shows that the firmware is up; the health check waits for it.')
      .meta({ examples: ['^Booting'] }),
    ready_timeout: duration.prefault('10s').describe('How long the health check waits for `ready`.'),
    end: expression
      .optional()
      .describe('A console line after which the run is over, for firmware that never ends the emulator.')
      .meta({ examples: ['^PROJECT EXECUTION'] }),
    timeout,
    silence,
  })
  .refine(({ load, args }) => load !== 'args' || args.some((word) => word.includes('{image}')), {
    path: ['load'],
    error: 'must not be `args` unless one of the arguments names the image as `{image}`',
  })
  .refine(({ console, semihosting }) => console !== 'semihosting' || semihosting !== false, {
    path: ['semihosting'],
    error: 'must not be off, since the firmware prints through it',
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

function compiles(written: string): boolean {
  try {
    compilePattern(written, []);
    return true;
  } catch {
    return false;
  }
}

export const environmentsSection = z
  .record(name, environmentSchema)
  .refine((environments) => Object.keys(environments).length > 0, 'must define at least one environment')
  .describe('Where the tests can run, by name.')
  .meta({ examples: [{ host: { type: 'host', test: './build/run-tests' } }] });
