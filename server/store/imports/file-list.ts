import type { Pool } from 'pg';
import type { ResultWarning } from '#lib/results/types.ts';

/** A file that came in, and what became of it. */
export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: 'waiting' | 'working' | 'stored' | 'same' | 'set_aside';
  readonly reason: string | null;
  readonly format: string | null;
  readonly counts: Readonly<Record<string, number>> | null;
  readonly warnings: readonly ResultWarning[];
  /** Its bytes were kept, so it can be read again. */
  readonly isKept: boolean;
  readonly receivedAt: number;
  readonly import: number;
  readonly project: string;
  readonly resultSetId: string | null;
}

const mostFiles = 1_000;

const fileSql = `SELECT f.id, f.name, f.bytes, f.state, f.reason, f.format, f.counts, f.warnings, f.blob IS NOT NULL AS "isKept",
    round(extract(epoch FROM f.received_at) * 1000)::float8 AS "receivedAt", i.number AS import, p.name AS project, f.result_set_id AS "resultSetId"
  FROM import_file f JOIN result_import i ON i.id = f.import_id JOIN project p ON p.id = i.project_id`;

/** The files of an import, by name. */
export async function filesOfImport(pool: Pool, importId: string): Promise<FileRow[]> {
  const { rows } = await pool.query<FileRow>(
    `${fileSql} WHERE f.import_id = $1 ORDER BY f.name, f.received_at LIMIT ${mostFiles}`,
    [importId],
  );
  return rows;
}

/** Files that were set aside and not read since, newest first. */
export async function filesSetAside(
  pool: Pool,
  { projectIds, limit }: { projectIds: readonly string[] | null; limit: number },
): Promise<FileRow[]> {
  const { rows } = await pool.query<FileRow>(
    `${fileSql} WHERE f.state = 'set_aside' AND ($1::uuid[] IS NULL OR i.project_id = ANY($1)) ORDER BY f.received_at DESC LIMIT $2`,
    [projectIds, limit],
  );
  return rows;
}

/** Files that wait to be read, and since when the oldest does; null for none. */
export async function importBacklog(
  pool: Pool,
  projectIds: readonly string[] | null,
): Promise<{ waiting: number; oldestAt: number | null }> {
  const { rows } = await pool.query<{ waiting: number; oldestAt: number | null }>(
    `SELECT count(*)::int AS waiting, round(extract(epoch FROM min(f.received_at)) * 1000)::float8 AS "oldestAt"
     FROM import_file f JOIN result_import i ON i.id = f.import_id
     WHERE f.state IN ('waiting', 'working') AND ($1::uuid[] IS NULL OR i.project_id = ANY($1))`,
    [projectIds],
  );
  return rows[0] ?? { waiting: 0, oldestAt: null };
}
