import type { Pool } from 'pg';

export interface StoredKey {
  readonly name: string;
  readonly setBy: string;
  readonly setAt: Date;
}

export interface SealedKey extends StoredKey {
  readonly sealed: string;
}

/** Every key by name, sealed as it is stored. */
export async function sealedKeys(pool: Pool): Promise<SealedKey[]> {
  const { rows } = await pool.query(
    'SELECT name, sealed, set_by AS "setBy", set_at AS "setAt" FROM model_key ORDER BY name',
  );
  return rows as SealedKey[];
}

/** The key of this name, sealed; null when none is stored. */
export async function sealedKey(pool: Pool, name: string): Promise<string | null> {
  const { rows } = await pool.query('SELECT sealed FROM model_key WHERE name = $1', [name]);
  return (rows[0] as { sealed: string } | undefined)?.sealed ?? null;
}

/** Stores a sealed key in the place of the one of its name. */
export async function storeKey(pool: Pool, key: { name: string; sealed: string; by: string }): Promise<void> {
  await pool.query(
    `INSERT INTO model_key (name, sealed, set_by) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET sealed = EXCLUDED.sealed, set_by = EXCLUDED.set_by, set_at = clock_timestamp()`,
    [key.name, key.sealed, key.by],
  );
}

/** Removes a key; says whether there was one. */
export async function removeKey(pool: Pool, name: string): Promise<boolean> {
  const { rowCount } = await pool.query('DELETE FROM model_key WHERE name = $1', [name]);
  return rowCount === 1;
}
