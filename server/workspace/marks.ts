import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

/**
 * Something that is to be known of a workspace until it is mended, also by the next process: an empty file beside its tree. A
 * cleared one waits under another name for the next time, as removed files make new ones slow.
 */
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
  const clearedOf = (workspace: Workspace) => `${fileOf(workspace)}.cleared`;
  return {
    set(workspace) {
      if (!existsSync(workspace.folder)) mkdirSync(workspace.folder, { recursive: true });
      if (!wasRenamed(clearedOf(workspace), fileOf(workspace))) writeFileSync(fileOf(workspace), '');
    },
    clear(workspace) {
      wasRenamed(fileOf(workspace), clearedOf(workspace));
    },
    isSet: (workspace) => existsSync(fileOf(workspace)),
  };
}

/** False where there is no such file. */
function wasRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
