import type { Pool } from 'pg';
import type { BuildFacts } from '#lib/results/build-facts.ts';

/** A file whose turn it is. */
export interface TakenFile {
  readonly id: string;
  readonly importId: string;
  readonly projectId: string;
  readonly name: string;
  readonly sha256: string;
  readonly blob: string;
  readonly askedFormat: string | null;
  /** With this one. */
  readonly tries: number;
  readonly facts: BuildFacts;
}

/** Whoever reads a file for longer is taken for dead. */
const readingMinutes = 15;

/** Takes the file that has waited longest, or one whose reader died; null when none waits. No other process gets it meanwhile. */
export async function takeFile(pool: Pool): Promise<TakenFile | null> {
  const { rows } = await pool.query<Omit<TakenFile, 'facts'> & BuildFacts>(
    `UPDATE import_file f SET state = 'working', started_at = now(), tries = f.tries + 1
     FROM result_import i
     WHERE i.id = f.import_id AND f.id = (
       SELECT id FROM import_file
       WHERE state IN ('waiting', 'working') AND (state = 'waiting' OR started_at < now() - make_interval(mins => ${readingMinutes}))
       ORDER BY received_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING f.id, f.import_id AS "importId", i.project_id AS "projectId", f.name, f.sha256, f.blob, f.asked_format AS "askedFormat", f.tries,
       i.branch, i.commit, i.build, i.environment, i.board, i.release, i.measured_at AS "measuredAt"`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { branch, commit, build, environment, board, release, measuredAt, ...file } = row;
  return { ...file, facts: { branch, commit, build, environment, board, release, measuredAt } };
}

/** Lets a file that was set aside wait again; false for one that cannot. */
export async function retryFile(pool: Pool, fileId: string, askedFormat: string | null): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE import_file SET state = 'waiting', reason = NULL, finished_at = NULL, started_at = NULL, tries = 0,
       asked_format = coalesce($2, asked_format), received_at = now()
     WHERE id = $1 AND state = 'set_aside' AND blob IS NOT NULL`,
    [fileId, askedFormat],
  );
  return rowCount === 1;
}
