import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from './remove-file.ts';
import type { Workspace } from './workspace.ts';

/** Something that is to be known of a workspace until it is mended, also by the next process: an empty file beside its tree. */
interface Mark {
  set(workspace: Workspace): void;
  clear(workspace: Workspace): void;
  isSet(workspace: Workspace): boolean;
}

/** A patch is being written: should nobody take that back, tree and index hold what no commit does. */
export const unsettled = mark('unsettled');

/** The tree was rebuilt on this host and holds no build products: tests in it would say nothing. */
export const unbuilt = mark('unbuilt');

function mark(name: string): Mark {
  const fileOf = ({ folder }: Workspace) => join(folder, name);
  return {
    set(workspace) {
      if (!existsSync(workspace.folder)) mkdirSync(workspace.folder, { recursive: true });
      writeFileSync(fileOf(workspace), '');
    },
    clear: (workspace) => removeFile(fileOf(workspace)),
    isSet: (workspace) => existsSync(fileOf(workspace)),
  };
}
