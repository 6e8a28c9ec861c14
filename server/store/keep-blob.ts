import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { storeBlob } from './blobs.ts';

/** Stores bytes that belong to no run, such as a golden image, and gives their hash. The same bytes again are stored once. */
export async function keepBlob(pool: Pool, bytes: Buffer): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  await storeBlob(pool, { hash, mediaType: 'application/octet-stream', bytes });
  return hash;
}
