import type { Pool, PoolClient } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';

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

export interface NewResultSet {
  readonly id: string;
  readonly runId: string;
  readonly projectId: string;
  readonly iteration: number;
  readonly activityId: string;
  readonly format: string;
  readonly complete: boolean;
  readonly counts: Json;
  readonly findings: Json;
  readonly results: readonly StoredResult[];
}

/** Rows in one statement: what a statement carries is held several times over while it is sent. */
const batchRows = 2_000;

/**
 * Stores a measurement with its tests, all or nothing; a test seen for the first time gets its identity. Repeating it
 * changes nothing.
 */
export async function insertResultSet(pool: Pool, set: NewResultSet): Promise<void> {
  // Outside the transaction: two runs of a project that name the same tests would wait for each other in it.
  for (const rows of batches(set.results)) await insertIdentities(pool, set.projectId, rows);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    if (await insertSet(client, set)) for (const rows of batches(set.results)) await insertResults(client, set, rows);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

function* batches(results: readonly StoredResult[]): Generator<string> {
  for (let at = 0; at < results.length; at += batchRows)
    yield jsonb(results.slice(at, at + batchRows).map((one) => ({ ...one })));
}

async function insertIdentities(pool: Pool, projectId: string, rows: string): Promise<void> {
  await pool.query(
    `INSERT INTO test_identity (id, project_id, key, suite, name)
     SELECT gen_random_uuid(), $1, r.key, min(r.suite), min(r.name) FROM jsonb_to_recordset($2::jsonb) AS r(key text, suite text, name text)
     GROUP BY r.key ORDER BY r.key ON CONFLICT (project_id, key) DO NOTHING`,
    [projectId, rows],
  );
}

/** False when the set is stored already. */
async function insertSet(client: PoolClient, set: NewResultSet): Promise<boolean> {
  const { id, runId, iteration, activityId, format, complete, counts, findings } = set;
  const { rowCount } = await client.query(
    `INSERT INTO result_set (id, run_id, iteration, activity_id, format, complete, counts, findings)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb) ON CONFLICT DO NOTHING`,
    [id, runId, iteration, activityId, format, complete, jsonb(counts), jsonb(findings)],
  );
  return rowCount === 1;
}

async function insertResults(client: PoolClient, { id, projectId }: NewResultSet, rows: string): Promise<void> {
  await client.query(
    `INSERT INTO test_result (result_set_id, test_id, attempt, status, raw_name, message, signature, duration_ms, file, line)
     SELECT $1, t.id, r.attempt, r.status, r."rawName", r.message, r.signature, r."durationMs", r.file, r.line
     FROM jsonb_to_recordset($3::jsonb) AS r(key text, attempt int, status text, "rawName" text, message text, signature text,
       "durationMs" float8, file text, line int)
     JOIN test_identity t ON t.project_id = $2 AND t.key = r.key ON CONFLICT DO NOTHING`,
    [id, projectId, rows],
  );
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

/**
 * Measurements of a run, and of those it was forked from up to the point that it shares with them, newest first; up to
 * and with an iteration.
 */
export async function resultSetsOf(pool: Pool, runId: string, upToIteration: number): Promise<ResultSetRow[]> {
  const { rows } = await pool.query<ResultSetRow>(
    `WITH RECURSIVE line AS (
       SELECT id, forked_from_id, forked_from_seq, 'infinity'::timestamptz AS until, 0 AS depth FROM run WHERE id = $1
       UNION ALL
       SELECT r.id, r.forked_from_id, r.forked_from_seq,
         (SELECT least(line.until, greatest(e.at, e.received_at)) FROM event e WHERE e.run_id = line.id AND e.seq = line.forked_from_seq),
         line.depth + 1
       FROM run r JOIN line ON r.id = line.forked_from_id)
     SELECT s.id, s.iteration, s.complete, s.counts, s.findings, s.activity_id AS "activityId", s.created_at AS "createdAt"
     FROM result_set s JOIN line ON line.id = s.run_id
     WHERE s.iteration <= $2 AND s.created_at <= line.until ORDER BY s.iteration DESC, line.depth, s.created_at DESC`,
    [runId, upToIteration],
  );
  return rows;
}

/** The final status of each test of a measurement: that of its last attempt, passes on a retry included. */
export async function testsOf(pool: Pool, resultSetId: string): Promise<MeasuredTest[]> {
  const { rows } = await pool.query(
    `SELECT DISTINCT ON (r.test_id) r.test_id AS "testId", t.key, t.suite, t.name, r.status, r.message, r.file, r.line
     FROM test_result r JOIN test_identity t ON t.id = r.test_id WHERE r.result_set_id = $1 ORDER BY r.test_id, r.attempt DESC`,
    [resultSetId],
  );
  return rows as MeasuredTest[];
}
