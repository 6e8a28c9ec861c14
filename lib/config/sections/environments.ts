import { z } from 'zod';
import { boardSite } from '#lib/boards/board.ts';
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

const testCommands = z
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
  test: testCommands,
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

/** Which board of the farm is taken; each of these environments takes one. */
const selector = {
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
  site: boardSite.optional().describe('The site at which the board stands; any site when left out.'),
  same_board_as: z
    .int()
    .min(0)
    .optional()
    .describe(
      'The iteration whose board is wanted again, 0 for that of the base; any board of the kind when left out.',
    ),
  yields: z
    .enum(['after-iteration', 'at-end'])
    .default('after-iteration')
    .describe('When the run gives its board to a person who waits for it.'),
  wait: duration.optional().describe('How long to wait for a free board; without it, as long as the run may last.'),
};

const board = z.strictObject({
  type: z.literal('board').describe('The firmware is flashed to a board of the farm.'),
  ...selector,
  image: path.describe('The image to flash, as the build leaves it.').meta({ examples: ['build/firmware.bin'] }),
  symbols: path
    .optional()
    .describe('The file with the debugging information, where that is not the image.')
    .meta({ examples: ['build/firmware.elf'] }),
  ready: expression
    .optional()
    .describe('A console line that shows that the firmware is up; the health check waits for it.')
    .meta({ examples: ['^Booting'] }),
  ready_timeout: duration.prefault('30s').describe('How long the health check waits for `ready`.'),
  end: expression
    .optional()
    .describe('A console line after which the run is over; without it a board is read until `timeout` or `silence`.')
    .meta({ examples: ['^PROJECT EXECUTION'] }),
  timeout: duration.prefault('5m').describe('Tests that take longer are stopped and the board is switched off.'),
  silence,
});

const ssh = z.strictObject({
  type: z.literal('ssh').describe('The tests run on another machine, Linux or Windows, that is reached by SSH.'),
  ...selector,
  copy: z
    .array(path)
    .prefault([])
    .describe('Files that are copied to the machine before the tests, as the build leaves them.')
    .meta({ examples: [['build/tests.exe']] }),
  folder: z
    .string()
    .regex(/^[^\p{Cc}]+$/u, 'must not hold control characters')
    .default('firmloop')
    .describe('The folder on the machine: files are copied there, and the tests run there.'),
  test: testCommands,
  env: variables.prefault({}).describe('Environment variables of the tests.'),
  timeout: duration
    .prefault('5m')
    .describe('Tests that take longer are stopped, and their processes are ended over there.'),
  silence,
});

const bmc = z.strictObject({
  type: z.literal('bmc').describe('A management controller is updated, and the tests talk with it from the runner.'),
  ...selector,
  image: path
    .describe('The image of the update, as the build leaves it.')
    .meta({ examples: ['build/obmc.static.mtd.tar'] }),
  test: testCommands.describe(
    'Runs the tests on the runner, with its network; `BOARD_NAME`, `BOARD_URL` and `BOARD_USER` tell where the controller is.',
  ),
  env: variables.prefault({}).describe('Environment variables of the tests.'),
  timeout: duration.prefault('30m').describe('Tests that take longer are stopped, and what they printed is kept.'),
  silence,
});

/** One place to test in; its type decides which settings it has. */
const environmentSchema = z.discriminatedUnion('type', [host, qemu, board, ssh, bmc]);
export type EnvironmentConfig = z.output<typeof environmentSchema>;

/** An environment that takes a board of the farm, and so has to be given one. */
export type BoardEnvironment = Extract<EnvironmentConfig, { board_type?: unknown; tags: unknown }>;

export function needsBoard(config: EnvironmentConfig): config is BoardEnvironment {
  return 'tags' in config;
}

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
