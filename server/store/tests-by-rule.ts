import type { Pool, PoolClient } from 'pg';
import type { KnownTest } from '#lib/results/joined-history.ts';
import { jsonb } from './jsonb.ts';

/** Tests that a project has results of, those first that were seen first; at most so many. */
export async function knownTests(
  client: Pool | PoolClient,
  projectId: string,
  limit: number | null,
): Promise<KnownTest[]> {
  const { rows } = await client.query<KnownTest>(
    'SELECT id, key, suite, name FROM test_identity WHERE project_id = $1 ORDER BY first_seen, key LIMIT $2',
    [projectId, limit],
  );
  return rows;
}

/** Which of these groups, by their places, have two tests with results in one measurement: those cannot be one test. */
export async function groupsMeasuredTogether(
  client: Pool | PoolClient,
  groups: readonly { readonly tests: readonly KnownTest[] }[],
): Promise<ReadonlySet<number>> {
  const members = groups.flatMap(({ tests }, place) => tests.map(({ id }) => ({ id, place })));
  const { rows } = await client.query<{ place: number }>(
    `WITH asked AS (SELECT place, array_agg(id) AS ids FROM unnest($1::uuid[], $2::int[]) AS m(id, place) GROUP BY place)
     SELECT place FROM asked WHERE EXISTS (
       SELECT 1 FROM test_result a JOIN test_result b ON b.result_set_id = a.result_set_id AND b.test_id = ANY(ids) AND b.test_id <> a.test_id
       WHERE a.test_id = ANY(ids))`,
    [members.map(({ id }) => id), members.map(({ place }) => place)],
  );
  return new Set(rows.map(({ place }) => place));
}

/** Names that change from result to result show in so many of the newest ones. */
const namedResults = 200;

/** The names beside their own under which results of these tests lately came in, by the test's id. */
export async function otherRawNames(
  client: Pool | PoolClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ id: string; names: string[] }>(
    `SELECT t.id, array_agg(DISTINCT r.raw_name) AS names FROM unnest($1::uuid[]) AS t(id), LATERAL (
       SELECT raw_name FROM test_result WHERE test_id = t.id ORDER BY measured_at DESC LIMIT ${namedResults}) r
     WHERE r.raw_name IS NOT NULL GROUP BY t.id`,
    [ids],
  );
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/** A test whose history goes on under another key. */
export interface RuledTest {
  readonly test: KnownTest;
  readonly key: string;
}

/** Lets the history of these tests go on under other keys, and that of no other test by any rule. No result is changed. */
export async function ruleTests(client: PoolClient, projectId: string, ruled: readonly RuledTest[]): Promise<void> {
  const links = jsonb(ruled.map(({ test: { id, suite, name }, key }) => ({ id, key, suite, name })));
  await client.query(
    `INSERT INTO test_identity (id, project_id, key, suite, name)
     SELECT DISTINCT ON (r.key) gen_random_uuid(), $1::uuid, r.key, r.suite, r.name
     FROM jsonb_to_recordset($2::jsonb) AS r(key text, suite text, name text) ORDER BY r.key ON CONFLICT (project_id, key) DO NOTHING`,
    [projectId, links],
  );
  await client.query(
    `UPDATE test_identity t SET ruled_to = o.id
     FROM (SELECT t.id AS test, k.id FROM test_identity t
       LEFT JOIN jsonb_to_recordset($2::jsonb) AS r(id uuid, key text) ON r.id = t.id
       LEFT JOIN test_identity k ON k.project_id = $1 AND k.key = r.key
       WHERE t.project_id = $1) o
     WHERE t.id = o.test AND t.ruled_to IS DISTINCT FROM o.id`,
    [projectId, links],
  );
  await client.query('SELECT settle_tests($1)', [projectId]);
}
