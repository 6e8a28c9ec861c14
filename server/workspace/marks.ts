import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

/** Something that is to be known of a workspace until it is mended, also by the next process: an empty file beside its tree. */
interface Mark {
  set(workspace: Workspace): Promise<void>;
  clear(workspace: Workspace): Promise<void>;
  isSet(workspace: Workspace): boolean;
}

/** A patch is being written: should nobody take that back, tree and index hold what no commit does. */
export const unsettled = mark('unsettled');

/** The tree was rebuilt on this host and holds no build products: tests in it would say nothing. */
export const unbuilt = mark('unbuilt');

function mark(name: string): Mark {
  const fileOf = ({ folder }: Workspace) => join(folder, name);
  return {
    async set(workspace) {
      await mkdir(workspace.folder, { recursive: true });
      await writeFile(fileOf(workspace), '');
    },
    clear: (workspace) => rm(fileOf(workspace), { force: true }),
    isSet: (workspace) => existsSync(fileOf(workspace)),
  };
}
