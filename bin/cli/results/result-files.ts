import { open, stat } from 'node:fs/promises';
import { DomainError } from '#lib/errors.ts';
import { type ResultSource, sourceOfBytes, sourceOfFile } from '#server/results/import/result-source.ts';
import { packingBytes, packingOf } from '#server/uploads/packing.ts';
import { unpackArchive } from '#server/uploads/unpack-archive.ts';
import { readBytes } from '../read-input.ts';

/** A file with results as the command line names it; `source` is a reason where it cannot be read. */
export interface ResultFile {
  readonly name: string;
  readonly source: ResultSource | { readonly reason: string };
}

/** The files that are meant: each as it is, of an archive every file in it. One that cannot be read says so and stops no other. */
export async function* resultFiles(paths: readonly string[]): AsyncGenerator<ResultFile> {
  for (const path of paths) yield* await filesAt(path);
}

async function filesAt(path: string): Promise<ResultFile[]> {
  if (path === '-') return [{ name: 'stdin', source: sourceOfBytes(await readBytes(path, 'results')) }];
  try {
    const found = await stat(path);
    if (found.isDirectory()) return [unreadable(path, 'it is a folder: name the files in it, such as folder/*.xml')];
    if (!found.isFile()) return [unreadable(path, 'it is no ordinary file')];
    if (!(await isArchive(path))) return [{ name: path, source: sourceOfFile(path) }];
    const unpacked = await unpackArchive(await readBytes(path, 'archive'));
    if (!unpacked.ok) return [unreadable(path, unpacked.reason)];
    if (unpacked.files.length === 0) return [unreadable(path, 'the archive holds no file')];
    return unpacked.files.map((file) => ({ name: `${path}/${file.path}`, source: sourceOfBytes(file.bytes) }));
  } catch (error) {
    return [unreadable(path, error instanceof DomainError ? error.message : whyOf(error))];
  }
}

async function isArchive(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(packingBytes), 0, packingBytes, 0);
  return packingOf(buffer.subarray(0, bytesRead)).kind === 'archive';
}

function unreadable(name: string, reason: string): ResultFile {
  return { name, source: { reason } };
}

const whys: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'this user may not read it',
};

function whyOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return whys[code] ?? `it cannot be read (${code || String(error)})`;
}
