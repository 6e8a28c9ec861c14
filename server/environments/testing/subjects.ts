import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FirmwareLoopConfig, firmwareLoopSchema } from '#lib/config/firmware-loop.ts';
import { captureCommand } from '#server/process/capture-command.ts';
import type { ConsoleStream, Environment, PartEnd, Site } from '../environment.ts';
import { environmentOf } from '../environments.ts';

/** What the tests of a subject can be made to do. */
export type Trial = 'every-byte' | 'silent' | 'endless' | 'flood' | 'missing';

/** An environment under test, and how to make it behave. */
export interface Subject {
  readonly name: string;
  /** The settings of an environment whose tests do this. Prepares the files that they need in the folder. */
  readonly settings: (trial: Trial, folder: string) => Promise<Readonly<Record<string, unknown>>>;
}

const shell = {
  'every-byte': 'cat every-byte; exit 7',
  silent: 'sleep 600 & sleep 600',
  endless: 'yes',
  flood: 'i=0; while [ $i -lt 1000 ]; do cat block; i=$((i+1)); done',
  missing: ['./no-such-program'],
} as const satisfies Record<Trial, string | readonly string[]>;

const host: Subject = {
  name: 'host',
  async settings(trial, folder) {
    writeFileSync(join(folder, 'every-byte'), everyByte);
    writeFileSync(join(folder, 'block'), `${'.'.repeat(99)}\n`.repeat(500));
    return { type: 'host', test: shell[trial] };
  },
};

const qemu: Subject = {
  name: 'qemu',
  async settings(trial, folder) {
    const program = trial === 'missing' ? 'qemu-system-nothing' : 'qemu-system-arm';
    await buildTrial(folder, trial === 'missing' ? 'silent' : trial);
    return { ...emulator, program, console: trial === 'flood' ? 'semihosting' : 'serial' };
  },
};

/** The same promises hold for each of them. */
export const subjects: readonly Subject[] = [host, qemu];

/** Settings of the emulated board on which the trial firmware runs. */
export const emulator = { type: 'qemu', machine: 'mps2-an385', image: 'trial.elf' } as const;

export const everyByte = Buffer.from(Array.from({ length: 256 }, (_, value) => value));

/** Builds the trial firmware that behaves like this, as `trial.elf`. */
export async function buildTrial(folder: string, trial: string): Promise<void> {
  const script = fileURLToPath(new URL('../../../examples/uart-frame/target/mps2-an385.ld', import.meta.url));
  const source = fileURLToPath(new URL('./trial-firmware.c', import.meta.url));
  const target = ['-mcpu=cortex-m3', '-mthumb', '-Os', '-g', '-ffreestanding', '-nostdlib', '-T', script];
  const output = ['-o', join(folder, emulator.image), `-DTRIAL=${trial.replaceAll('-', '_')}`, source];
  await mustRun(['arm-none-eabi-gcc', ...target, ...output], folder);
}

/** Runs a command that prepares a test; throws what it said when it fails. */
export async function mustRun(argv: readonly [string, ...string[]], cwd: string): Promise<void> {
  const { outcome, stderr } = await captureCommand({ argv, cwd, marker: `prepare/${randomUUID()}` });
  if (outcome.exitCode !== 0) throw new Error(`${argv.join(' ')}: ${outcome.reason}\n${stderr}`);
}

export function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'firmloop-environment-')));
}

export interface Trialled {
  readonly environment: Environment;
  readonly site: Site;
  readonly abort: AbortController;
}

/** An environment with these settings in a folder, with limits of 20 s unless they say otherwise. */
export function environmentIn(folder: string, settings: Readonly<Record<string, unknown>>): Trialled {
  const abort = new AbortController();
  const site: Site = {
    directory: folder,
    sandbox: { worktree: folder, network: false, whenMissing: 'run-bare' },
    marker: `trial/${randomUUID()}`,
    signal: abort.signal,
  };
  const environment = environmentOf(configured({ timeout: '20s', ...settings }), site);
  if (environment === null) throw new Error('this installation cannot test there');
  return { environment, site, abort };
}

function configured(settings: Readonly<Record<string, unknown>>): FirmwareLoopConfig['environments'][string] {
  const { environments } = firmwareLoopSchema.parse({
    machine: 'firmware-loop',
    goal: { text: 'tests pass' },
    build: { command: 'true' },
    environments: { one: settings },
    agents: [{ use: 'patches', folder: 'patches' }],
  });
  const { one } = environments;
  if (one === undefined) throw new Error('a parsed environment is there');
  return one;
}

export interface Listening {
  readonly capBytes?: number;
  readonly onBytes?: (bytes: Buffer, stream: ConsoleStream) => void | Promise<void>;
}

/** Runs the only part of an environment. */
export async function runOnly(
  { environment }: Pick<Trialled, 'environment'>,
  { capBytes = 100_000_000, onBytes = () => undefined }: Listening = {},
): Promise<PartEnd> {
  const [part] = environment.parts;
  if (part === undefined) throw new Error('an environment has at least one part');
  return await part.run({
    outputCapBytes: capBytes,
    say: () => undefined,
    onBytes: (stream, bytes) => onBytes(bytes, stream),
  });
}
