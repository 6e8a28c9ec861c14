import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Launch } from './launch.ts';

/**
 * Equal for two launches of which the second may be served by a sandbox that was made after the first: the same command
 * behind the same walls, which stand around the same files. To be asked at the moment of the start, as a tree may be
 * removed and made anew while a command waits. Undefined where no spare serves.
 */
export function spareKeyOf({ file, args, cwd, env, spareFrom }: Launch): string | undefined {
  if (spareFrom === undefined) return undefined;
  try {
    return hash('sha256', JSON.stringify([file, args, cwd, env, spareFrom.map(identityOf)]));
  } catch {
    // What is gone is for the ordinary start to tell.
    return undefined;
  }
}

/** With the time of its birth, as the number of a removed file is given to the next one. */
function identityOf(path: string): readonly number[] {
  const { dev, ino, birthtimeMs } = statSync(path);
  return [dev, ino, birthtimeMs];
}
