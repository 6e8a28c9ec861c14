import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Connection, connectionsSchema } from '#lib/boards/connections.ts';
import { type FirmwareLoopConfig, firmwareLoopSchema } from '#lib/config/firmware-loop.ts';
import { captureCommand } from '#server/process/capture-command.ts';
import { startSshMachine } from '#server/testing/boards/ssh-machine.ts';
import type { BoardAtHand } from '../board/board-at-hand.ts';
import type { ConsoleStream, Environment, PartEnd, Site } from '../environment.ts';
import { environmentOf } from '../environments.ts';

/** What the tests of a subject can be made to do. */
export type Trial = 'every-byte' | 'silent' | 'endless' | 'flood' | 'missing';

/** An environment under test, and how to make it behave. */
export interface Subject {
  readonly name: string;
  /** The settings of an environment whose tests do this. Prepares the files that they need in the folder. */
  readonly settings: (trial: Trial, folder: string) => Promise<Readonly<Record<string, unknown>>>;
  /** The board that is at hand; absent for an environment that takes none. */
  readonly boardFor?: (trial: Trial, folder: string) => Promise<BoardAtHand>;
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

/** An emulated board of the farm, driven through power, console and flash. */
const board: Subject = {
  name: 'board',
  async settings(trial, folder) {
    await buildTrial(folder, trial === 'missing' ? 'silent' : trial);
    return { type: 'board', image: emulator.image };
  },
  async boardFor(trial, folder) {
    const program = trial === 'missing' ? 'qemu-system-nothing' : 'qemu-system-arm';
    const [connection] = connectionsSchema.parse([
      { type: 'qemu', program, machine: emulator.machine, console: trial === 'flood' ? 'semihosting' : 'serial' },
    ]);
    const bench = boardIn(folder, connection === undefined ? [] : [connection]);
    await copyFile(join(folder, emulator.image), join(bench.folder, 'image'));
    return bench;
  },
};

/** A far machine, which is this one behind an SSH server. */
const ssh: Subject = {
  name: 'ssh',
  async settings(trial, folder) {
    const { settings } = host;
    const { test } = await settings(trial, folder);
    return { type: 'ssh', folder, test };
  },
  async boardFor(_trial, folder) {
    const own = mkdtempSync(join(folder, 'sshd-'));
    const { connection, key, stop } = await startSshMachine(own);
    onTestFinished(stop);
    return { ...boardIn(folder, [connection]), secret: async () => key };
  },
};

/** A controller with tests on the runner that talk with it. */
const bmc: Subject = {
  name: 'bmc',
  async settings(trial, folder) {
    const { settings } = host;
    const { test } = await settings(trial, folder);
    return { type: 'bmc', image: 'image.mtd', test };
  },
  boardFor: async (_trial, folder) => boardIn(folder, []),
};

/** The same promises hold for each of them. */
export const subjects: readonly Subject[] = [host, qemu, board, ssh, bmc];

/** A board with these connections, whose folder lies in this one. */
export function boardIn(folder: string, connections: readonly Connection[]): BoardAtHand {
  const own = mkdtempSync(join(folder, 'board-'));
  return { name: 'bench-1', serial: '0001', connections, folder: own, secret: async () => null };
}

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
export function environmentIn(
  folder: string,
  settings: Readonly<Record<string, unknown>>,
  board?: BoardAtHand,
): Trialled {
  const abort = new AbortController();
  const site: Site = {
    directory: folder,
    sandbox: { worktree: folder, network: false, whenMissing: 'run-bare' },
    marker: `trial/${randomUUID()}`,
    signal: abort.signal,
    ...(board && { board }),
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
