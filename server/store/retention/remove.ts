import type { Pool } from 'pg';
import type { Removal, RetentionKind } from '#lib/retention/kinds.ts';
import { inTransaction } from '../in-transaction.ts';
import { kindQueries } from './kinds.ts';

/** What of a kind is older than so many days. Nothing is removed. */
export async function previewRemoval(pool: Pool, kind: RetentionKind, days: number): Promise<Removal> {
  const { due, count } = kindQueries[kind];
  const { rows } = await pool.query(
    `SELECT count(*)::int AS things, coalesce(sum(c.rows), 0)::float8 AS rows, coalesce(sum(c.bytes), 0)::float8 AS bytes
     FROM (${due}) d CROSS JOIN LATERAL (${count.replaceAll('$1', 'd.id')}) c`,
    [days],
  );
  return rows[0] as Removal;
}

/** The runs, imports or talks that lose something of a kind after so many days. */
export async function thingsDue(pool: Pool, kind: RetentionKind, days: number): Promise<string[]> {
  const { rows } = await pool.query(kindQueries[kind].due, [days]);
  return (rows as { id: string }[]).map(({ id }) => id);
}

/**
 * Removes what one run, import or talk has of a kind, and every blob that nothing names any more, in one transaction. A run that
 * was pinned, or forked into one that goes on, since it was found due keeps what it has: whoever does so at this very
 * moment is waited for, since both hold the run's row.
 */
export async function removeOf(
  pool: Pool,
  { kind, days, id }: { kind: RetentionKind; days: number; id: string },
): Promise<Removal> {
  const { run, due, count, remove } = kindQueries[kind];
  return await inTransaction(pool, async (client) => {
    await client.query(`SELECT 1 FROM run WHERE id = (${run}) FOR UPDATE`, [id]);
    const still = await client.query(`SELECT 1 FROM (${due}) d WHERE d.id = $2`, [days, id]);
    if (still.rowCount === 0) return { things: 0, rows: 0, bytes: 0 };
    const counted = await client.query(count, [id]);
    const { rows } = await client.query(remove, [id]);
    const hashes = (rows as { hash: string | null }[]).flatMap(({ hash }) => hash ?? []);
    await client.query(
      `DELETE FROM artifact a WHERE a.hash = ANY($1) AND NOT EXISTS (SELECT 1 FROM run_artifact u WHERE u.hash = a.hash)
         AND NOT EXISTS (SELECT 1 FROM import_file f WHERE f.blob = a.hash)
         AND NOT EXISTS (SELECT 1 FROM board_image b WHERE b.hash = a.hash)
         AND NOT EXISTS (SELECT 1 FROM board_check_plan p WHERE p.golden_hash = a.hash)`,
      [hashes],
    );
    return { things: 1, ...(counted.rows[0] as Omit<Removal, 'things'>) };
  });
}
