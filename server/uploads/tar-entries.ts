import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { ArchiveEntry } from './archive-entry.ts';

const kinds: Readonly<Record<string, ArchiveEntry['kind']>> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'folder',
};

/** The entries of a tar file, gzipped or not, in their order. Throws on one that is damaged. */
export async function* tarEntries(bytes: Buffer, { gzipped }: { gzipped: boolean }): AsyncGenerator<ArchiveEntry> {
  const entries = extract();
  const source = Readable.from([bytes], { objectMode: false });
  // An error reaches whoever reads the entries; here nothing is left to do.
  if (gzipped) pipeline(source, createGunzip(), entries, () => undefined);
  else pipeline(source, entries, () => undefined);
  try {
    for await (const entry of entries) {
      const { name, size, type } = entry.header;
      yield {
        path: name,
        kind: kinds[type] ?? 'other',
        declaredBytes: size,
        async *content() {
          for await (const chunk of entry) yield chunk as Buffer;
        },
      };
      entry.resume();
    }
  } finally {
    entries.destroy();
  }
}
