import { Socket } from 'node:net';
import { libc, numbers } from './libc.ts';
import { systemError } from './system-error.ts';

/**
 * What a descriptor of a child is: a pipe that this process reads, a socket that both read and write, or nothing. Of the
 * first three, nothing is an empty file that can only be read.
 */
export type DescriptorKind = 'nothing' | 'output' | 'socket';

/** Two ends that are connected. No child has them but as what it is given. */
export interface DescriptorPair {
  readonly kind: DescriptorKind;
  readonly ours: number;
  readonly theirs: number;
}

/**
 * The pairs of a child by the number of the descriptor; undefined where it gets nothing. Opened in that order, and the system
 * takes the lowest number that is free, so the end for the child has a higher one than the descriptor that it becomes. Throws
 * the system's error, and none is open then.
 */
export function openPairs(kinds: readonly DescriptorKind[]): (DescriptorPair | undefined)[] {
  const pairs: (DescriptorPair | undefined)[] = [];
  try {
    for (const kind of kinds) pairs.push(kind === 'nothing' ? undefined : openPair(kind));
    return pairs;
  } catch (error) {
    closeEnds(pairs, 'ours');
    closeEnds(pairs, 'theirs');
    throw error;
  }
}

export function closeEnds(pairs: readonly (DescriptorPair | undefined)[], which: 'ours' | 'theirs'): void {
  for (const pair of pairs) if (pair !== undefined) libc.close(pair[which]);
}

/** This process's end as a stream, which closes it. */
export function streamOf({ kind, ours }: DescriptorPair): Socket {
  return new Socket({ fd: ours, readable: true, writable: kind === 'socket' });
}

function openPair(kind: 'output' | 'socket'): DescriptorPair {
  const fds = new Int32Array(2);
  const { AF_UNIX, SOCK_STREAM, SOCK_CLOEXEC, O_CLOEXEC } = numbers;
  const failed =
    kind === 'output' ? libc.pipe2(fds, O_CLOEXEC) : libc.socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds);
  if (failed !== 0) throw systemError(libc.errno(), kind === 'output' ? 'pipe' : 'socketpair');
  const [ours = 0, theirs = 0] = fds;
  return { kind, ours, theirs };
}
