import type { Pool } from 'pg';

const chunkBytes = 1024 * 1024;

/** Stores a blob under its hash before any run has it; one that is there already is left alone. */
export async function storeBlob(
  pool: Pool,
  { hash, mediaType, bytes }: { hash: string; mediaType: string; bytes: Buffer },
): Promise<void> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, n) =>
    bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes),
  );
  await pool.query(
    `WITH blob AS (INSERT INTO artifact (hash, bytes, media_type) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING)
     INSERT INTO artifact_chunk (hash, n, data) SELECT $1, n - 1, data FROM unnest($4::bytea[]) WITH ORDINALITY AS c(data, n) ON CONFLICT DO NOTHING`,
    [hash, bytes.length, mediaType, chunks],
  );
}

/** Files stored blobs as logs that a run began with. */
export async function fileLogs(
  pool: Pool,
  runId: string,
  logs: readonly { name: string; hash: string }[],
): Promise<void> {
  await pool.query(
    `INSERT INTO run_artifact (run_id, iteration, kind, name, hash)
     SELECT $1, 0, 'log', name, hash FROM unnest($2::text[], $3::text[]) AS log (name, hash) ON CONFLICT DO NOTHING`,
    [runId, logs.map(({ name }) => name), logs.map(({ hash }) => hash)],
  );
}
