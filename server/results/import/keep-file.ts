import { createHash } from 'node:crypto';
import { createGzip } from 'node:zlib';
import type { Pool } from 'pg';
import { largestBytes } from '#server/artifacts/artifact-store.ts';
import { redactStream } from '#server/artifacts/redact-stream.ts';
import type { Redact } from '#server/artifacts/redaction.ts';
import { storeBlob } from '#server/store/blobs.ts';

/** A file that was kept so that it can be read again. */
export interface KeptFile {
  /** Of its gzipped, redacted bytes; null when these are more than the artifact store takes. */
  readonly blob: string | null;
  /** Of the bytes as they came. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Gzips a file while it comes and keeps it; what is held in memory is the gzipped file, 64 MB at most. */
export async function keepFile(pool: Pool, redact: Redact, content: AsyncIterable<Uint8Array>): Promise<KeptFile> {
  const gzip = createGzip({ level: 3 });
  const packed = collect(gzip);
  const redacted = redactStream(redact);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of content) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    bytes += chunk.length;
    hash.update(chunk);
    if (!gzip.write(redacted.push(chunk))) await new Promise((drained) => gzip.once('drain', drained));
  }
  gzip.end(redacted.end());
  const kept = await packed;
  const file = { sha256: hash.digest('hex'), bytes };
  if (kept === null) return { ...file, blob: null };
  const blob = createHash('sha256').update(kept).digest('hex');
  await storeBlob(pool, { hash: blob, mediaType: 'application/gzip', bytes: kept });
  return { ...file, blob };
}

/** Null when it is more than can be kept; it is read to its end all the same. */
async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length <= largestBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length > largestBytes ? null : Buffer.concat(chunks, length);
}
