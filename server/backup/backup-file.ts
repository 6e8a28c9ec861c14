import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { DomainError } from '#lib/errors.ts';
import { footerLine } from './format.ts';

/** A backup that is being written. It goes by its name only when it is whole and on the disk. */
export interface BackupFile {
  write(text: string | Buffer): Promise<void>;
  /** Ends it with its checksum and gives it its name. */
  complete(rows: Readonly<Record<string, number>>): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** Most of a backup is text that repeats itself; a higher level costs twice the time for a few per cent. */
const compressionLevel = 4;

/** Begins a backup beside its final place, for its owner's eyes only. Throws CONFLICT when something goes by that name. */
export function createBackupFile(path: string): BackupFile {
  refuseTaken(path);
  const draft = `${path}.partial`;
  const gzip = createGzip({ level: compressionLevel });
  // Flushed: the name is given to bytes that are on the disk.
  const disk = createWriteStream(draft, { mode: 0o600, flush: true });
  const written = pipeline(gzip, disk).catch((cause: unknown) => Promise.reject(unwritable(path, cause)));
  written.catch(() => undefined);
  const hash = createHash('sha256');
  return {
    async write(text) {
      hash.update(text);
      if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
    },
    async complete(rows) {
      const sha256 = hash.digest('hex');
      gzip.end(footerLine({ rows, sha256 }));
      await written;
      refuseTaken(path);
      await rename(draft, path);
      await syncFolder(dirname(path));
      return { bytes: (await stat(path)).size, sha256 };
    },
    async discard() {
      gzip.destroy();
      await written.catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

function refuseTaken(path: string): void {
  if (existsSync(path))
    throw new DomainError('CONFLICT', `There is a file ${path} already: give the backup another name.`);
}

function unwritable(path: string, cause: unknown): DomainError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DomainError('UNAVAILABLE', `The backup ${path} cannot be written: ${why}.`, { cause });
}

/** A new name survives a power failure only when its folder was written too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
