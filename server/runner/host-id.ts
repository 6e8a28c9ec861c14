import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The name of a data folder as a place for worktrees: made once, shared by every runner that uses the folder. */
export async function hostIdOf(home: string): Promise<string> {
  const file = join(home, 'host-id');
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== null) return known.trim();
  const made = randomBytes(6).toString('hex');
  const draft = `${file}.${made}`;
  await writeFile(draft, made, { mode: 0o600 });
  // Of two runners that start at once the second reads what the first wrote, and never a file that is half written.
  await link(draft, file).catch(() => undefined);
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}
