import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Address of a Unix socket in bytes, with the closing NUL: Linux takes no longer one. */
const socketPathBytes = 108;

/** The system's folder for temporary files, unless it is so deep that no socket under a name of so many bytes fits into it. */
export function socketFolder(nameBytes: number): string {
  const usual = tmpdir();
  return Buffer.byteLength(usual) + nameBytes < socketPathBytes ? usual : '/tmp';
}

/** A new folder of that name and six random letters more, in which a socket of the other name can lie. */
export async function makeSocketFolder(name: string, socket: string): Promise<string> {
  const nameBytes = Buffer.byteLength(`/${name}XXXXXX/${socket}`);
  return await mkdtemp(join(socketFolder(nameBytes), name));
}
