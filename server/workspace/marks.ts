import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { overwrite } from './overwrite.ts';
import { plainFile } from './plain-file.ts';
import type { Workspace } from './workspace.ts';

/**
 * Something that is to be known of a workspace until it is mended, also by the next process: what a file beside its tree says.
 * The file stays, as a file system may search long for the place of a new one where many were removed lately.
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

const SET = Buffer.from('set\n');
const CLEAR = Buffer.from('clear\n');

function mark(name: string): Mark {
  const fileOf = ({ folder }: Workspace) => join(folder, name);
  return {
    set(workspace) {
      if (!existsSync(workspace.folder)) mkdirSync(workspace.folder, { recursive: true });
      overwrite(fileOf(workspace), SET);
    },
    clear(workspace) {
      if (existsSync(fileOf(workspace))) overwrite(fileOf(workspace), CLEAR);
    },
    isSet: (workspace) => plainFile(fileOf(workspace))?.equals(CLEAR) === false,
  };
}
