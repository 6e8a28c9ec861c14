import { tmpdir } from 'node:os';

/** Address of a Unix socket in bytes, with the closing NUL: Linux takes no longer one. */
const socketPathBytes = 108;

/** The system's folder for temporary files, unless it is so deep that no socket under a name of so many bytes fits into it. */
export function socketFolder(nameBytes: number): string {
  const usual = tmpdir();
  return Buffer.byteLength(usual) + nameBytes < socketPathBytes ? usual : '/tmp';
}
