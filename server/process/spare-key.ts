import { hash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import type { Launch } from './launch.ts';

/**
 * Equal for two launches of which the second may be served by a sandbox that was made after the first: the same command
 * behind the same walls, which stand around the same files. To be asked at the moment of the start, as a tree may be
 * removed and made anew while a command waits. Undefined where no spare serves.
 */
export function spareKeyOf({ file, args, cwd, env, again }: Launch): string | undefined {
  if (again === undefined) return undefined;
  try {
    return hash(
      'sha256',
      JSON.stringify([file, args, cwd, env, again.madeOf.map((path) => identityOf(statSync(path)))]),
    );
  } catch {
    // What is gone is for the ordinary start to tell.
    return undefined;
  }
}

type IdentityParts = Pick<Stats, 'dev' | 'ino' | 'birthtimeMs' | 'ctimeMs'>;

/**
 * What tells a file from all others, with the time of its birth, as the number of a removed file is given to the next
 * one. A birth of 0 is one that the file system does not know: the time of the last change, which is no earlier, is in
 * its place, so that a spare serves until the file is changed.
 */
export function identityOf({ dev, ino, birthtimeMs, ctimeMs }: IdentityParts): readonly number[] {
  return [dev, ino, birthtimeMs || ctimeMs];
}
