import { Socket } from 'node:net';
import { constants } from 'node:os';
import { getSystemErrorMessage, getSystemErrorName } from 'node:util';
import { exitOf } from './exit-of.ts';
import { findProgram } from './find-program.ts';
import { libc, numbers, structure } from './libc.ts';
import type { ProcessEnd } from './outcome.ts';

/**
 * What a descriptor of a child is: a pipe that this process reads, a socket that both read and write, or nothing, which
 * below 3 means the end of file.
 */
export type DescriptorKind = 'nothing' | 'output' | 'socket';

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
  /** This process's ends, by the number in the child; undefined where it has nothing. */
  readonly ends: readonly (Socket | undefined)[];
  /** Settles when the process itself is gone, whoever still holds its pipes. */
  readonly exited: Promise<ProcessEnd>;
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
  if (path === undefined) throw systemError(constants.errno.ENOENT, file);
  const pairs: (Pair | undefined)[] = [];
  const actions = structure();
  libc.actionsInit(actions);
  try {
    for (const kind of descriptors) pairs.push(openPair(kind));
    for (const [number, pair] of pairs.entries()) {
      if (pair !== undefined) libc.actionsDup2(actions, pair.theirs, number);
      else if (number < 3) libc.actionsOpen(actions, number, '/dev/null', numbers.O_RDONLY, 0);
    }
    libc.actionsChdir(actions, cwd);
    const pid = start(path, [file, ...args], variables, actions);
    return { pid, ends: pairs.map(own), exited: exitOf(pid) };
  } catch (error) {
    for (const pair of pairs) if (pair !== undefined) libc.close(pair.ours);
    throw error;
  } finally {
    for (const pair of pairs) if (pair !== undefined) libc.close(pair.theirs);
    libc.actionsDestroy(actions);
  }
}

/** The library would take the text before it for the whole. */
function refuseNul(texts: readonly string[]): void {
  const bad = texts.find((text) => text.includes('\0'));
  if (bad !== undefined) throw new TypeError(`a command has a NUL character: ${JSON.stringify(bad)}`);
}

function start(path: string, argv: readonly string[], variables: readonly string[], actions: Buffer): number {
  const pid = new Int32Array(1);
  const run = (program: string, words: readonly string[]): number =>
    libc.posixSpawn(pid, program, actions, attributes, [...words, null], [...variables, null]);
  let error = run(path, argv);
  // A script that does not say by what it is read, as `execvp` takes it.
  if (error === constants.errno.ENOEXEC) error = run('/bin/sh', ['/bin/sh', path, ...argv.slice(1)]);
  if (error !== 0) throw systemError(error, argv[0] ?? path);
  return pid[0] ?? 0;
}

/** Two ends that are connected, both closed in every child but for what it is given as its own. */
interface Pair {
  readonly kind: DescriptorKind;
  readonly ours: number;
  readonly theirs: number;
}

/** Its numbers lie above those that a child gets: the first dozen are Node's own. */
function openPair(kind: DescriptorKind): Pair | undefined {
  if (kind === 'nothing') return undefined;
  const fds = new Int32Array(2);
  const { AF_UNIX, SOCK_STREAM, SOCK_CLOEXEC, O_CLOEXEC } = numbers;
  const failed =
    kind === 'output' ? libc.pipe2(fds, O_CLOEXEC) : libc.socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds);
  if (failed !== 0) throw systemError(libc.errno(), kind);
  const [ours = 0, theirs = 0] = fds;
  return { kind, ours, theirs };
}

function own(pair: Pair | undefined): Socket | undefined {
  return pair && new Socket({ fd: pair.ours, readable: true, writable: pair.kind === 'socket' });
}

function systemError(number: number, what: string): NodeJS.ErrnoException {
  const code = getSystemErrorName(-number);
  return Object.assign(new Error(`${code}: ${getSystemErrorMessage(-number)}, spawn ${what}`), { code });
}
