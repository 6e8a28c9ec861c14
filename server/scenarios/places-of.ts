import type { Pool } from 'pg';

/** Tables and columns of the database, jobs included, in which a text is found; also among bytes. */
export async function placesOf(pool: Pool, text: string): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT table_schema AS schema, table_name AS table, column_name AS column, data_type AS type
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const places: string[] = [];
  for (const { schema, table, column, type } of rows as Record<'schema' | 'table' | 'column' | 'type', string>[]) {
    const isBytes = type === 'bytea';
    const { rowCount } = await pool.query(
      `SELECT 1 FROM "${schema}"."${table}" WHERE position($1${isBytes ? '::bytea' : ''} IN "${column}"${isBytes ? '' : '::text'}) > 0 LIMIT 1`,
      [isBytes ? Buffer.from(text) : text],
    );
    if (rowCount !== 0) places.push(`${table}.${column}`);
  }
  return places;
}
