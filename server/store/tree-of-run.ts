import type { Pool } from 'pg';

/** The commit that a run's worktree holds after its last event; null before it has one. */
export async function treeOfRun(pool: Pool, runId: string): Promise<string | null> {
  const { rows } = await pool.query<{ commit: string | null }>(
    `SELECT snapshot->'context'->'tree'->>'commit' AS commit FROM run WHERE id = $1`,
    [runId],
  );
  return rows[0]?.commit ?? null;
}
