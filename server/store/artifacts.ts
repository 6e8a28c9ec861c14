import type { Pool } from 'pg';

/** One row of a blob's bytes; small enough that several fit in a worker's memory at once. */
const chunkBytes = 1024 * 1024;

export interface ArtifactUse {
  readonly runId: string;
  readonly iteration: number;
  readonly kind: string;
  readonly name: string;
  readonly hash: string;
  readonly activityId: string | null;
}

/** An artifact with its bytes. */
export interface NewArtifact extends ArtifactUse {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** A smaller blob is cheaper to send again than to ask for. */
const smallBytes = 256 * 1024;

/**
 * Stores a blob under its hash and files it under a name of a run, in one statement. A blob that is there already is left
 * alone; the same name again means the newer one.
 */
export async function storeArtifact(pool: Pool, { mediaType, bytes, ...use }: NewArtifact): Promise<void> {
  const known = bytes.length > smallBytes && (await isKnown(pool, use.hash));
  const isNew = await fileArtifact(pool, use, { mediaType, bytes: bytes.length, chunks: known ? [] : chunksOf(bytes) });
  // Retention removed it between the look and the write.
  if (known && isNew) await fileArtifact(pool, use, { mediaType, bytes: bytes.length, chunks: chunksOf(bytes) });
}

/** Whether the blob was not there before. */
async function fileArtifact(
  pool: Pool,
  use: ArtifactUse,
  { mediaType, bytes, chunks }: { mediaType: string; bytes: number; chunks: readonly Buffer[] },
): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'store-artifact',
    text: `WITH blob AS (INSERT INTO artifact (hash, bytes, media_type) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING hash),
             content AS (INSERT INTO artifact_chunk (hash, n, data)
               SELECT $1, n - 1, data FROM unnest($4::bytea[]) WITH ORDINALITY AS c(data, n) ON CONFLICT DO NOTHING)
           INSERT INTO run_artifact (run_id, iteration, kind, name, hash, activity_id) VALUES ($5, $6, $7, $8, $1, $9)
           ON CONFLICT (run_id, iteration, kind, name) DO UPDATE SET hash = EXCLUDED.hash, activity_id = EXCLUDED.activity_id, created_at = now()
           RETURNING EXISTS (SELECT 1 FROM blob) AS "isNew"`,
    values: [use.hash, bytes, mediaType, chunks, use.runId, use.iteration, use.kind, use.name, use.activityId],
  });
  return (rows as { isNew: boolean }[])[0]?.isNew ?? false;
}

async function isKnown(pool: Pool, hash: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM artifact WHERE hash = $1', [hash]);
  return rowCount === 1;
}

function chunksOf(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, n) =>
    bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes),
  );
}

/** Null for a hash that is not stored. */
export async function artifactBytes(pool: Pool, hash: string): Promise<Buffer | null> {
  const { rows } = await pool.query({
    name: 'artifact-bytes',
    text: 'SELECT data FROM artifact_chunk WHERE hash = $1 ORDER BY n',
    values: [hash],
  });
  if (rows.length > 0) return Buffer.concat((rows as { data: Buffer }[]).map((row) => row.data));
  const { rowCount } = await pool.query('SELECT 1 FROM artifact WHERE hash = $1', [hash]);
  return rowCount === 1 ? Buffer.alloc(0) : null;
}

/** The hash that a run knows under a kind and name, from its newest iteration up to `iteration`; null when there is none. */
export async function artifactOf(
  pool: Pool,
  wanted: { runId: string; kind: string; name: string; iteration?: number },
): Promise<string | null> {
  const { rows } = await pool.query({
    name: 'artifact-of',
    text: `SELECT hash FROM run_artifact WHERE run_id = $1 AND kind = $2 AND name = $3 AND iteration <= coalesce($4, 2147483647)
           ORDER BY iteration DESC LIMIT 1`,
    values: [wanted.runId, wanted.kind, wanted.name, wanted.iteration ?? null],
  });
  return (rows[0] as { hash: string } | undefined)?.hash ?? null;
}
