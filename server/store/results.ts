import type { Pool, PoolClient } from 'pg';
import { copyResults } from './copy-results.ts';
import { jsonb } from './jsonb.ts';
import { testIds } from './test-ids.ts';

/** One attempt of one test as it is stored. */
export interface StoredResult {
  readonly key: string;
  readonly suite: string;
  readonly name: string;
  readonly rawName: string;
  readonly attempt: number;
  readonly status: string;
  readonly message: string | null;
  readonly signature: string | null;
  readonly durationMs: number | null;
  readonly file: string | null;
  readonly line: number | null;
}

interface Measured {
  readonly id: string;
  readonly projectId: string;
  readonly format: string;
  readonly complete: boolean;
  readonly counts: { readonly [field: string]: number };
  readonly findings: readonly string[];
  readonly results: readonly StoredResult[];
}

/** What an iteration of a run measured. */
export interface NewResultSet extends Measured {
  readonly runId: string;
  readonly iteration: number;
  readonly activityId: string;
}

/** What a file of an import says. */
export interface ImportedSet extends Measured {
  readonly importId: string;
  /** The bytes and the build they are of. */
  readonly sourceKey: string;
}

/**
 * Stores a measurement with its tests, all or nothing; a test seen for the first time gets its identity. Repeating it
 * changes nothing. Gives the set's id: that of an earlier import for the same bytes of the same build.
 */
export async function insertResultSet(
  pool: Pool,
  set: NewResultSet | ImportedSet,
): Promise<{ id: string; isNew: boolean }> {
  const ids = await testIds(pool, set.projectId, set.results);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const stored = 'runId' in set ? await insertOfRun(client, set) : await insertOfImport(client, set);
    if (stored.isNew) await copyResults(client, { ...stored, ids }, set.results);
    await client.query('COMMIT');
    return stored;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

interface StoredSet {
  readonly id: string;
  readonly isNew: boolean;
  /** As Postgres writes it. */
  readonly measuredAt: string;
}

async function insertOfRun(client: PoolClient, set: NewResultSet): Promise<StoredSet> {
  const { id, runId, projectId, iteration, activityId, format, complete, counts, findings } = set;
  const { rows } = await client.query<{ at: string }>({
    name: 'insert-result-set-of-run',
    text: `INSERT INTO result_set (id, run_id, project_id, iteration, activity_id, format, complete, counts, findings)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb) ON CONFLICT DO NOTHING RETURNING measured_at::text AS at`,
    values: [id, runId, projectId, iteration, activityId, format, complete, jsonb(counts), jsonb(findings)],
  });
  return { id, isNew: rows.length > 0, measuredAt: rows[0]?.at ?? '' };
}

/** Takes the build from the import, so that both always say the same. */
async function insertOfImport(client: PoolClient, set: ImportedSet): Promise<StoredSet> {
  const { id, importId, projectId, sourceKey, format, complete, counts, findings } = set;
  const { rows } = await client.query<{ at: string }>(
    `INSERT INTO result_set (id, import_id, project_id, source_key, format, complete, counts, findings, branch, commit, environment, board, measured_at)
     SELECT $1, i.id, i.project_id, $3, $4, $5, $6::jsonb, $7::jsonb, i.branch, i.commit, i.environment, i.board, i.measured_at
     FROM result_import i WHERE i.id = $2 ON CONFLICT (project_id, source_key) DO NOTHING RETURNING measured_at::text AS at`,
    [id, importId, sourceKey, format, complete, jsonb(counts), jsonb(findings)],
  );
  if (rows[0] !== undefined) return { id, isNew: true, measuredAt: rows[0].at };
  const { rows: known } = await client.query<{ id: string }>(
    'SELECT id FROM result_set WHERE project_id = $1 AND source_key = $2',
    [projectId, sourceKey],
  );
  return { id: known[0]?.id ?? id, isNew: false, measuredAt: '' };
}

export interface MeasuredTest {
  readonly testId: string;
  readonly key: string;
  readonly suite: string;
  readonly name: string;
  readonly status: string;
  readonly message: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

export interface ResultSetRow {
  readonly id: string;
  readonly iteration: number;
  readonly complete: boolean;
  readonly counts: { readonly [field: string]: number };
  readonly findings: readonly string[];
  readonly activityId: string | null;
  readonly createdAt: Date;
}

/** The largest that its column holds. */
const everyIteration = 2_147_483_647;

/**
 * Measurements of a run, and of those it was forked from up to the point that it shares with them, newest first; up to
 * and with an iteration.
 */
export async function resultSetsOf(pool: Pool, runId: string, upToIteration = everyIteration): Promise<ResultSetRow[]> {
  const { rows } = await pool.query<ResultSetRow>({
    name: 'result-sets-of-run',
    text: `WITH RECURSIVE line AS (
       SELECT id, forked_from_id, forked_from_seq, 'infinity'::timestamptz AS until, 2147483647 AS cut, 0 AS depth FROM run WHERE id = $1
       UNION ALL
       SELECT r.id, r.forked_from_id, r.forked_from_seq,
         (SELECT least(line.until, greatest(e.at, e.received_at)) FROM event e WHERE e.run_id = line.id AND e.seq = line.forked_from_seq),
         least(line.cut, line.forked_from_seq), line.depth + 1
       FROM run r JOIN line ON r.id = line.forked_from_id)
     SELECT s.id, s.iteration, s.complete, s.counts, s.findings, s.activity_id AS "activityId", s.created_at AS "createdAt"
     FROM result_set s JOIN line ON line.id = s.run_id
     WHERE s.iteration <= $2 AND s.created_at <= line.until AND (line.depth = 0 OR NOT EXISTS (
       SELECT 1 FROM event e WHERE e.run_id = line.id AND e.key = 'activity:' || s.activity_id AND e.seq > line.cut))
     ORDER BY s.iteration DESC, line.depth, s.created_at DESC`,
    values: [runId, upToIteration],
  });
  return rows;
}

/**
 * The final status of each test of a measurement: that of its last attempt, passes on a retry included. Under the key and as
 * the test that the rules of identity make of it now, as they may have changed since it was measured.
 */
export async function testsOf(pool: Pool, resultSetId: string): Promise<MeasuredTest[]> {
  const { rows } = await pool.query({
    name: 'tests-of-result-set',
    text: `SELECT DISTINCT ON (r.test_id) coalesce(k.id, t.id) AS "testId", coalesce(k.key, t.key) AS key, t.suite, t.name, r.status, r.message, r.file, r.line
     FROM test_result r JOIN test_identity t ON t.id = r.test_id LEFT JOIN test_identity k ON k.id = t.ruled_to WHERE r.result_set_id = $1 ORDER BY r.test_id, r.attempt DESC`,
    values: [resultSetId],
  });
  return rows as MeasuredTest[];
}
