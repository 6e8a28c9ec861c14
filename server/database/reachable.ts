import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Account } from './account.ts';

/** The first folder on the way to `path` that the account may not enter, or `undefined` when it can get there. */
export async function folderInTheWay(path: string, account: Account): Promise<string | undefined> {
  for (const folder of ancestors(path)) {
    const { mode, uid, gid } = await stat(folder);
    const search = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & search) === 0) return folder;
  }
  return undefined;
}

/** Every folder above an absolute path, from the root down. */
function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...ancestors(parent), parent];
}
