import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';

/**
 * Gives a file this content, in the place where it lies; a link is not followed. To empty it first, as is usual, would have
 * the file system write it to the disk as soon as it is closed.
 */
export function overwrite(file: string, content: Uint8Array): void {
  const opened = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW);
  try {
    writeFileSync(opened, content);
    if (fstatSync(opened).size > content.length) ftruncateSync(opened, content.length);
  } finally {
    closeSync(opened);
  }
}
