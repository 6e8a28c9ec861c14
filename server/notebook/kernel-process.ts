import { cp, mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CommandOptions, CommandOutcome } from '#server/process/command.ts';
import { sweepMarker } from '#server/process/marker-sweep.ts';
import { runCommand } from '#server/process/run-command.ts';
import type { SandboxPolicy } from '#server/process/sandbox.ts';
import { processTunables } from '#server/process/tunables.ts';
import { type KernelDoor, openDoor } from './kernel-door.ts';
import { notebookTunables } from './tunables.ts';

/** Where the kernel of a run lives and what it may do. */
export interface KernelPlace {
  readonly runId: string;
  /** The run's folder on this host, outside of its tree. */
  readonly folder: string;
  /** The project's folder, where cells are executed. */
  readonly directory: string;
  readonly sandbox: SandboxPolicy;
  readonly python: string;
  /** `auto` and what is meant by it are Python; `node` is this Node. */
  readonly kind: 'auto' | 'jupyter' | 'plain' | 'node';
  /** A kernel of another epoch is never used. */
  readonly epoch: number;
  readonly watchdog: NonNullable<CommandOptions['watchdog']>;
}

export type KernelAnswer =
  | { readonly ok: true; readonly door: KernelDoor; readonly isNew: boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * The kernel of a run, whichever runner of this host has started it; a new one where there is none. It is a child of the
 * runner behind the walls of the run's tree and dies with either, with the end of the run, or when nothing is asked of it.
 */
export async function kernelAt(place: KernelPlace, signal: AbortSignal): Promise<KernelAnswer> {
  const folder = folderOf(place, place.epoch);
  const known = await openDoor(folder);
  if (known !== null) return { ok: true, door: known, isNew: false };
  await stopKernel(place);
  await mkdir(folder, { mode: 0o700 });
  const program = await programOf(place, folder);
  let ended: CommandOutcome | null = null;
  const printed: Buffer[] = [];
  const running = runCommand(
    {
      argv: program.argv,
      cwd: place.directory,
      env: { PYTHONUNBUFFERED: '1', PYTHONDONTWRITEBYTECODE: '1' },
      deadlineMs: notebookTunables.lifeMs,
      outputCapBytes: notebookTunables.ownOutputBytes,
      graceMs: processTunables.graceMs,
      stdin: 'closed',
      marker: markerOf(place.runId),
      sandbox: {
        ...place.sandbox,
        writable: [...(place.sandbox.writable ?? []), folder],
        readable: [...(place.sandbox.readable ?? []), ...program.readable],
      },
    },
    { watchdog: place.watchdog, onChunk: (_, bytes) => void (printed.length < 20 && printed.push(bytes)) },
  );
  running.then(
    (outcome) => (ended = outcome),
    () => undefined,
  );
  const until = performance.now() + notebookTunables.startMs;
  while (performance.now() < until) {
    signal.throwIfAborted();
    const door = await openDoor(folder);
    if (door !== null) return { ok: true, door, isNew: true };
    if (ended !== null) return { ok: false, reason: whyEnded(ended, printed) };
    await pause(notebookTunables.lookMs);
  }
  await stopKernel(place);
  return { ok: false, reason: `the kernel did not start within ${notebookTunables.startMs / 1000} s` };
}

/** Ends the kernel of a run on this host, and all that its cells have started. Gives how many processes that took. */
export async function stopKernel({ runId, folder }: Pick<KernelPlace, 'runId' | 'folder'>): Promise<number> {
  const { killed } = await sweepMarker(markerOf(runId));
  const left = await readdir(folder).catch(() => []);
  await Promise.all(
    left
      .filter((name) => name.startsWith(prefix))
      .map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
  return killed;
}

interface Program {
  readonly argv: readonly [string, ...string[]];
  /** What has to be seen of the host for it to run. */
  readonly readable: readonly string[];
}

/** Copies a kernel into the folder that it may see. */
async function programOf({ kind, python }: KernelPlace, folder: string): Promise<Program> {
  const program = join(folder, 'kernel');
  const source = kind === 'node' ? './node-kernel' : './kernel';
  await cp(fileURLToPath(new URL(source, import.meta.url)), program, { recursive: true });
  if (kind !== 'node') return { argv: [python, program, folder, kind], readable: [] };
  await writeFile(join(program, 'package.json'), '{"type": "module"}\n');
  const node = await realpath(process.execPath);
  return { argv: [node, '--no-warnings', join(program, 'main.ts'), folder], readable: [dirname(node)] };
}

const prefix = 'kernel-';

function folderOf({ folder }: KernelPlace, epoch: number): string {
  return join(folder, `${prefix}${epoch}`);
}

function markerOf(runId: string): string {
  return `kernel/${runId}`;
}

function whyEnded({ reason }: CommandOutcome, printed: readonly Buffer[]): string {
  const last = Buffer.concat(printed).toString('utf8').trim().split('\n').at(-1) ?? '';
  return `the kernel did not start: ${reason}${last === '' ? '' : ` (${last.slice(0, 200)})`}`;
}
