import type { ArchiveEntry } from './archive-entry.ts';
import { faultOfPath } from './entry-path.ts';
import { type UploadLimits, uploadLimits } from './limits.ts';
import { tarEntries } from './tar-entries.ts';
import { zipEntries } from './zip-entries.ts';

export interface UnpackedFile {
  /** Relative, with `/` between folders; it never leads outside. */
  readonly path: string;
  readonly bytes: Buffer;
}

export type Unpacked =
  | { readonly ok: true; readonly files: readonly UnpackedFile[] }
  /** A sentence that names the entry. */
  | { readonly ok: false; readonly reason: string };

/**
 * Unpacks an uploaded ZIP, tar or tar.gz file in memory, all of it or nothing. Refused is what could harm: paths that lead
 * outside, links and devices, two entries of one name, encryption, and more than the limits, which are counted on what
 * comes out and not on what the archive says. Archives within it stay files.
 */
export async function unpackArchive(archive: Buffer, limits: UploadLimits = uploadLimits): Promise<Unpacked> {
  if (archive.length > limits.archiveBytes) return refuse(`The archive is larger than ${inMb(limits.archiveBytes)}.`);
  const entries = entriesOf(archive);
  if (entries === null) return refuse('The file is neither a ZIP file nor a tar file, gzipped or not.');
  try {
    return await unpack(entries, limits);
  } catch (error) {
    return refuse(`The archive is damaged: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** By the first bytes: a name can say anything. */
function entriesOf(archive: Buffer): AsyncGenerator<ArchiveEntry> | null {
  const starts = (hex: string) => archive.subarray(0, hex.length / 2).toString('hex') === hex;
  if (starts('504b0304') || starts('504b0506')) return zipEntries(archive);
  if (starts('1f8b')) return tarEntries(archive, { gzipped: true });
  if (archive.toString('latin1', 257, 262) === 'ustar') return tarEntries(archive, { gzipped: false });
  return null;
}

async function unpack(entries: AsyncIterable<ArchiveEntry>, limits: UploadLimits): Promise<Unpacked> {
  const files: UnpackedFile[] = [];
  const taken = new Set<string>();
  let count = 0;
  let total = 0;
  for await (const entry of entries) {
    count += 1;
    if (count > limits.files) return refuse(`The archive has more than ${limits.files} entries.`);
    const fault = faultOfPath(entry.path, limits.pathLength);
    if (fault !== null) return refuse(`The archive is refused at ${named(entry.path)}: ${fault}.`);
    if (entry.kind === 'folder') continue;
    if (entry.kind === 'other')
      return refuse(`The archive is refused at ${named(entry.path)}: it is a link or a device.`);
    // As a file system that ignores case and composition would see it.
    const place = entry.path.normalize('NFC').toLowerCase();
    if (taken.has(place)) return refuse(`The archive is refused at ${named(entry.path)}: the path is there twice.`);
    taken.add(place);
    const bytes = await contentOf(entry, Math.min(limits.fileBytes, limits.totalBytes - total));
    if (bytes === null)
      return refuse(
        `The archive is refused at ${named(entry.path)}: a file may have ${inMb(limits.fileBytes)} and all together ${inMb(limits.totalBytes)} unpacked.`,
      );
    total += bytes.length;
    files.push({ path: entry.path, bytes });
  }
  return { ok: true, files };
}

/** Null as soon as it is more than that. */
async function contentOf(entry: ArchiveEntry, most: number): Promise<Buffer | null> {
  if (entry.declaredBytes > most) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of entry.content()) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function refuse(reason: string): Unpacked {
  return { ok: false, reason };
}

function named(path: string): string {
  return JSON.stringify(path.slice(0, 80));
}

function inMb(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MB`;
}
