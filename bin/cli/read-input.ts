import { open } from 'node:fs/promises';
import { DomainError } from '#lib/errors.ts';

/** A history of 10,000 iterations with every field has 4 MB; beyond this it is another file. */
const largestBytes = 16_000_000;

/** Why a file cannot be read, in words that end with what to do. */
const trouble: Readonly<Record<string, (what: string, path: string) => string>> = {
  ENOENT: (what, path) => `There is no ${what} ${path}: check the path.`,
  ENOTDIR: (what, path) => `There is no ${what} ${path}: a part of the path is not a folder.`,
  EISDIR: (what, path) => `${path} is a folder: give the ${what} itself.`,
  EACCES: (what, path) => `This user may not read the ${what} ${path}: change its permissions.`,
  ENAMETOOLONG: (what, path) => `The name of the ${what} is too long: ${path.slice(0, 40)}…`,
  ELOOP: (what, path) => `The ${what} ${path} is a symbolic link that leads nowhere: check the path.`,
};

/** The text of a file, or of stdin for `-`. Throws BAD_INPUT naming the file: missing, unreadable, too large, not UTF-8. */
export async function readInput(path: string, what: string): Promise<string> {
  return textOf(await readBytes(path, what), path, what);
}

/** The bytes of a file, or of stdin for `-`. Throws BAD_INPUT naming the file: missing, unreadable, too large. */
export async function readBytes(path: string, what: string): Promise<Buffer> {
  if (path.includes('\0'))
    throw new DomainError('BAD_INPUT', `The name of the ${what} has a NUL character: check the path.`);
  return path === '-' ? await collect(process.stdin, 'stdin') : await fileBytes(path, what);
}

/** Throws BAD_INPUT naming the file that the bytes are from when they are no text. */
export function textOf(bytes: Buffer, path: string, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const shown = path === '-' ? 'stdin' : path;
    throw new DomainError('BAD_INPUT', `${shown} is not text in UTF-8: is this the right ${what}?`);
  }
}

async function fileBytes(path: string, what: string): Promise<Buffer> {
  try {
    await using file = await open(path);
    return await collect(file.createReadStream({ autoClose: false }), path);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const sentence = trouble[code]?.(what, path) ?? `The ${what} ${path} cannot be read (${code}).`;
    throw new DomainError('BAD_INPUT', sentence, { cause: error });
  }
}

async function collect(stream: AsyncIterable<Buffer>, shown: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > largestBytes)
      throw new DomainError('BAD_INPUT', `${shown} is larger than ${largestBytes / 1e6} MB: is this the right file?`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
