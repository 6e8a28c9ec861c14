import type { Client } from 'pg';
import type { SequencePosition } from './format.ts';

/** A table with the columns that are stored; what Postgres computes is computed again. */
export interface StoredTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Left out of every backup: whoever had a backup's file could go on with somebody's session. After a restore people sign in
 * anew.
 */
const sessions = ['session', 'verification', 'rate_limit'];

/** Every table of ours but the sessions, read from the catalog so that a new one is never forgotten. */
export async function storedTables(client: Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `SELECT c.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> ALL($1) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY c.relname ORDER BY c.relname`,
    [sessions],
  );
  return rows;
}

/** Where every sequence stands. */
export async function sequencePositions(client: Client): Promise<SequencePosition[]> {
  const { rows } = await client.query<SequencePosition>(
    `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS last, last_value IS NOT NULL AS called
     FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows;
}

/** How many rows each table holds that has any, without the list of migrations. */
export async function rowsHeld(client: Client): Promise<ReadonlyMap<string, number>> {
  const held = new Map<string, number>();
  for (const { table } of await storedTables(client)) {
    if (table === '_prisma_migrations') continue;
    const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM "${table}"`);
    const n = Number(rows[0]?.n ?? 0);
    if (n > 0) held.set(table, n);
  }
  return held;
}
