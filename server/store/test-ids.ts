import type { Pool } from 'pg';
import { jsonb } from './jsonb.ts';

/** Keys in one statement. */
const batchKeys = 10_000;

interface NamedTest {
  readonly key: string;
  readonly suite: string;
  readonly name: string;
}

export interface TestId {
  readonly id: string;
  readonly suite: string;
  /** Under which it was seen first; results that came under another one keep that. */
  readonly name: string;
}

/**
 * The identities of a project's tests by their keys; a test seen for the first time gets one. Not in the transaction that
 * stores results: two measurements that name the same new tests would wait for each other in it.
 */
export async function testIds(
  pool: Pool,
  projectId: string,
  tests: readonly NamedTest[],
): Promise<ReadonlyMap<string, TestId>> {
  const wanted = new Map(tests.map((test) => [test.key, test]));
  const keys = [...wanted.keys()];
  const found = new Map<string, TestId>();
  for (let at = 0; at < keys.length; at += batchKeys) {
    const batch = keys.slice(at, at + batchKeys);
    await known(pool, projectId, batch, found);
    const fresh = batch.flatMap((key) => (found.has(key) ? [] : (wanted.get(key) ?? [])));
    if (fresh.length === 0) continue;
    await pool.query(
      `INSERT INTO test_identity (id, project_id, key, suite, name)
       SELECT gen_random_uuid(), $1, r.key, r.suite, r.name FROM jsonb_to_recordset($2::jsonb) AS r(key text, suite text, name text)
       ORDER BY r.key ON CONFLICT (project_id, key) DO NOTHING`,
      [projectId, jsonb(fresh.map(({ key, suite, name }) => ({ key, suite, name })))],
    );
    // Also those that somebody else made in the meantime.
    await known(
      pool,
      projectId,
      fresh.map(({ key }) => key),
      found,
    );
  }
  return found;
}

/** Those that all have one of their own already; null where one is new, or counts as another by the rules of identity. */
export async function ownTestIds(
  pool: Pool,
  projectId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, TestId> | null> {
  const { rows } = await pool.query<TestId & { key: string }>({
    name: 'own-test-ids',
    text: 'SELECT id, key, suite, name FROM test_identity WHERE project_id = $1 AND key = ANY($2) AND ruled_to IS NULL',
    values: [projectId, keys],
  });
  return rows.length === keys.length ? new Map(rows.map(({ key, ...test }) => [key, test])) : null;
}

async function known(pool: Pool, projectId: string, keys: string[], into: Map<string, TestId>): Promise<void> {
  const { rows } = await pool.query<TestId & { key: string }>({
    name: 'test-ids',
    text: 'SELECT id, key, suite, name FROM test_identity WHERE project_id = $1 AND key = ANY($2)',
    values: [projectId, keys],
  });
  for (const { key, ...test } of rows) into.set(key, test);
}
