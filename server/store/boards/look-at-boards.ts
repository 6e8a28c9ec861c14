import type { Pool } from 'pg';

/**
 * Marks boards that no runner reaches as offline, with the reason, and those that one reaches again as not. The first only on
 * behalf of a runner that has itself renewed without a break for as long: a restart of Postgres makes every runner look silent.
 */
export async function lookAtBoards(
  pool: Pool,
  { runnerId, silentMs }: { runnerId: string; silentMs: number },
): Promise<void> {
  await pool.query({ name: 'look-at-boards', text: 'SELECT look_at_boards($1, $2)', values: [runnerId, silentMs] });
}
