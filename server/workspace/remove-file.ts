import { unlinkSync } from 'node:fs';

/** Removes a file at once; one that is not there is as good as removed. `rmSync` looks at it several times first. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
