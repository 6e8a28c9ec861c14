import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether one of the folders of a `PATH` holds an executable of this name. */
export function isInPath(program: string, path = ''): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
