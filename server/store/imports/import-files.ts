import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import type { ResultWarning } from '#lib/results/types.ts';
import { jsonb } from '../jsonb.ts';

/** What is known of a file before it is read. */
export interface ArrivedFile {
  readonly importId: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly askedFormat: string | null;
  /** Hash of its gzipped bytes in the artifact store; without it the file cannot be read again. */
  readonly blob: string | null;
}

/** What became of a file. */
export type FileEnd =
  | {
      readonly state: 'stored' | 'same';
      readonly resultSetId: string;
      readonly format: string;
      readonly counts: Json;
      readonly warnings: readonly ResultWarning[];
    }
  | { readonly state: 'set_aside'; readonly reason: string };

/** Notes a file that waits to be read. */
export async function addWaitingFile(pool: Pool, file: ArrivedFile & { readonly blob: string }): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO import_file (id, import_id, name, bytes, sha256, asked_format, blob, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting') RETURNING id`,
    [randomUUID(), file.importId, file.name, file.bytes, file.sha256, file.askedFormat, file.blob],
  );
  return rows[0]?.id ?? '';
}

/** Notes a file that was read where it lay, with what became of it. */
export async function addReadFile(pool: Pool, file: ArrivedFile, end: FileEnd): Promise<void> {
  const { reason, resultSetId, format, counts, warnings } = columnsOf(end);
  await pool.query(
    `INSERT INTO import_file (id, import_id, name, bytes, sha256, asked_format, blob, state, reason, result_set_id, format, counts, warnings, tries, started_at, finished_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13::jsonb, 1, now(), now())`,
    [
      randomUUID(),
      ...[file.importId, file.name, file.bytes, file.sha256, file.askedFormat, file.blob],
      ...[end.state, reason, resultSetId, format, counts, warnings],
    ],
  );
}

/** Ends the reading of a file that waited, unless it was put back to wait in the meantime. */
export async function endWaitingFile(pool: Pool, id: string, end: FileEnd): Promise<void> {
  const { reason, resultSetId, format, counts, warnings } = columnsOf(end);
  await pool.query(
    `UPDATE import_file SET state = $2, reason = $3, result_set_id = $4, format = $5, counts = $6::jsonb, warnings = $7::jsonb, finished_at = now()
     WHERE id = $1 AND state = 'working'`,
    [id, end.state, reason, resultSetId, format, counts, warnings],
  );
}

function columnsOf(end: FileEnd) {
  if (end.state === 'set_aside')
    return { reason: end.reason, resultSetId: null, format: null, counts: null, warnings: '[]' };
  const { resultSetId, format, counts, warnings } = end;
  return {
    reason: null,
    resultSetId,
    format,
    counts: jsonb(counts),
    warnings: jsonb(warnings.map((one) => ({ ...one }))),
  };
}
