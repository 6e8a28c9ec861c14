import type { Pool } from 'pg';

/** The id of a project's test by its key, or by its name where only one test has that; null for none. */
export async function testByKey(pool: Pool, projectId: string, key: string): Promise<string | null> {
  const { rows } = await pool.query<{ id: string; key: string }>(
    'SELECT id, key FROM test_identity WHERE project_id = $1 AND (key = $2 OR name = $2) ORDER BY key = $2 DESC LIMIT 2',
    [projectId, key],
  );
  const [first, second] = rows;
  return first !== undefined && (first.key === key || second === undefined) ? first.id : null;
}
