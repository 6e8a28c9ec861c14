import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { closeEnds, type DescriptorKind, type DescriptorPair, openPairs, streamOf } from './descriptor-pair.ts';
import { exitOf } from './exit-of.ts';
import { findProgram } from './find-program.ts';
import { libc, numbers, structure } from './libc.ts';
import type { ProcessEnd } from './outcome.ts';
import { systemError } from './system-error.ts';

export interface SpawnOptions {
  /** Looked for in the PATH of `env` unless it has a slash; a relative one counts from `cwd`. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of the child's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** By their number in the child. */
  readonly descriptors: readonly DescriptorKind[];
}

export interface SpawnedProcess {
  readonly pid: number;
  /** Settles when the process itself is gone, whoever still holds its pipes. */
  readonly exited: Promise<ProcessEnd>;
  /** This process's ends, by the number in the child; undefined where it has nothing. */
  readonly ends: readonly (Socket | undefined)[];
}

/** A session of its own, no signal blocked, and none ignored: Node ignores SIGPIPE. */
const attributes = structure();
libc.attributesInit(attributes);
const { POSIX_SPAWN_SETSID, POSIX_SPAWN_SETSIGDEF, POSIX_SPAWN_SETSIGMASK } = numbers;
libc.attributesFlags(attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
const signals = structure();
libc.allSignals(signals);
libc.attributesDefaultSignals(attributes, signals);
libc.noSignals(signals);
libc.attributesSignalMask(attributes, signals);

/**
 * Starts a program as the leader of its own session and process group. Throws the system's error.
 *
 * `posix_spawn` and not Node's `spawn`, which forks: that copies the page tables of this process, 5 ms in a runner of
 * 150 MB in which nothing else happens there, and the child gives the copy back; this takes 0.3 ms whatever the size.
 *
 * To be called on the main thread: bwrap's `--die-with-parent` is bound to the thread that spawned it.
 */
export function spawnProcess({ file, args, cwd, env, descriptors }: SpawnOptions): SpawnedProcess {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  refuseNul([file, ...args, cwd, ...variables]);
  const path = findProgram(file, cwd, env.PATH ?? '');
  if (path === undefined) throw systemError(constants.errno.ENOENT, `spawn ${file}`);
  const pairs = openPairs(descriptors);
  let pid: number;
  try {
    pid = execute(path, [file, ...args], { cwd, variables, pairs });
  } catch (error) {
    closeEnds(pairs, 'ours');
    throw error;
  } finally {
    closeEnds(pairs, 'theirs');
  }
  return { pid, exited: exitOf(pid), ends: pairs.map((pair) => pair && streamOf(pair)) };
}

/** The library would take the text before it for the whole. */
function refuseNul(texts: readonly string[]): void {
  const bad = texts.find((text) => text.includes('\0'));
  if (bad !== undefined) throw new TypeError(`a command has a NUL character: ${JSON.stringify(bad)}`);
}

interface Surroundings {
  readonly cwd: string;
  readonly variables: readonly string[];
  readonly pairs: readonly (DescriptorPair | undefined)[];
}

function execute(path: string, argv: readonly string[], { cwd, variables, pairs }: Surroundings): number {
  const actions = structure();
  const must = (error: number): void => {
    if (error !== 0) throw systemError(error, `spawn ${path}`);
  };
  must(libc.actionsInit(actions));
  try {
    for (const [number, pair] of pairs.entries()) {
      if (pair !== undefined) must(libc.actionsDup2(actions, pair.theirs, number));
      else if (number < 3) must(libc.actionsOpen(actions, number, '/dev/null', numbers.O_RDONLY, 0));
    }
    must(libc.actionsChdir(actions, cwd));
    const pid = new Int32Array(1);
    const run = (program: string, words: readonly string[]): number =>
      libc.posixSpawn(pid, program, actions, attributes, [...words, null], [...variables, null]);
    const error = run(path, argv);
    // A script that does not say by what it is read, as `execvp` takes it.
    must(error === constants.errno.ENOEXEC ? run('/bin/sh', ['/bin/sh', path, ...argv.slice(1)]) : error);
    return pid[0] ?? 0;
  } finally {
    libc.actionsDestroy(actions);
  }
}
