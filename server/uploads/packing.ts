import { constants, gunzipSync } from 'node:zlib';

/** How bytes are packed: `archive` is what `unpackArchive` takes, `gzip` one file, `foreign` what is not unpacked here. */
export type Packing =
  | { readonly kind: 'plain' | 'archive' | 'gzip' }
  | { readonly kind: 'foreign'; readonly name: string };

/** So many bytes of the beginning tell it. */
export const packingBytes = 1_024;

const zipMarks = ['504b0304', '504b0506'];

const foreignMarks: readonly (readonly [string, string])[] = [
  ['xz', 'fd377a585a00'],
  ['bzip2', '425a68'],
  ['zstd', '28b52ffd'],
  ['7z', '377abcaf271c'],
  ['RAR', '526172211a07'],
  ['lz4', '04224d18'],
];

/** Told by the first bytes, since a name can say anything. */
export function packingOf(head: Buffer): Packing {
  const begins = (hex: string): boolean => head.toString('hex', 0, hex.length / 2) === hex;
  if (zipMarks.some(begins) || isTar(head)) return { kind: 'archive' };
  if (begins('1f8b')) return { kind: isTar(unpackedHead(head)) ? 'archive' : 'gzip' };
  const foreign = foreignMarks.find(([, mark]) => begins(mark));
  return foreign === undefined ? { kind: 'plain' } : { kind: 'foreign', name: foreign[0] };
}

function isTar(head: Buffer): boolean {
  return head.toString('latin1', 257, 262) === 'ustar';
}

/** What a gzipped file begins with; nothing where it is damaged. */
function unpackedHead(head: Buffer): Buffer {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}
