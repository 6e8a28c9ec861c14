import { type Entry, fromBufferPromise } from 'yauzl';
import type { ArchiveEntry } from './archive-entry.ts';

const unixKind = 0o170000;
const unixFile = 0o100000;
const unixFolder = 0o040000;

/** The entries of a ZIP file as its directory lists them. Throws on one that is damaged. */
export async function* zipEntries(bytes: Buffer): AsyncGenerator<ArchiveEntry> {
  // Names are judged by us for all formats alike, so the library decodes and judges none.
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true });
  for await (const entry of zip.eachEntry()) {
    yield {
      path: entry.fileNameRaw.toString('utf8'),
      kind: kindOf(entry),
      declaredBytes: entry.uncompressedSize,
      async *content() {
        if (entry.isEncrypted()) throw new Error('it is encrypted');
        yield* await zip.openReadStreamPromise(entry);
      },
    };
  }
}

/** The high half of the attributes holds the mode of a file that Unix packed; other systems leave it zero. */
function kindOf({ externalFileAttributes, fileNameRaw }: Entry): ArchiveEntry['kind'] {
  const isFolder = fileNameRaw.at(-1) === 0x2f;
  const mode = (externalFileAttributes >>> 16) & unixKind;
  if (mode !== 0 && mode !== unixFile && mode !== unixFolder) return 'other';
  return isFolder || mode === unixFolder ? 'folder' : 'file';
}
