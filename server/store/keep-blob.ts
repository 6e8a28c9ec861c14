import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** Stores bytes that belong to no run, such as a golden image, and gives their hash. The same bytes again are stored once. */
export async function keepBlob(pool: Pool, bytes: Buffer): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  await pool.query(
    `WITH blob AS (INSERT INTO artifact (hash, bytes, media_type) VALUES ($1, $2, 'application/octet-stream') ON CONFLICT DO NOTHING)
     INSERT INTO artifact_chunk (hash, n, data) VALUES ($1, 0, $3) ON CONFLICT DO NOTHING`,
    [hash, bytes.length, bytes],
  );
  return hash;
}
