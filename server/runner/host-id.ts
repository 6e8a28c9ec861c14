import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The name of a data folder as a place for worktrees: made once, shared by every runner that uses the folder. */
export async function hostIdOf(home: string): Promise<string> {
  const file = join(home, 'host-id');
  const made = randomBytes(6).toString('hex');
  // Of two runners that start at once the one that comes second reads what the first wrote.
  await writeFile(file, made, { flag: 'wx', mode: 0o600 }).catch(() => undefined);
  return (await readFile(file, 'utf8')).trim();
}
