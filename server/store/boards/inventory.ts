import type { Pool, PoolClient } from 'pg';
import type { Board } from '#lib/boards/board.ts';
import { DomainError } from '#lib/errors.ts';
import { boardColumns, boardOf } from './board-row.ts';

export interface InventoryFilter {
  /** Names of sites; null is all. */
  readonly sites: readonly string[] | null;
  /** Also boards that are no more. */
  readonly retired?: boolean;
}

/** Every board by name. */
export async function boards(
  database: Pool | PoolClient,
  { sites, retired = false }: InventoryFilter,
): Promise<Board[]> {
  const { rows } = await database.query(
    `SELECT ${boardColumns} FROM board b
     WHERE ($1::text[] IS NULL OR b.site = ANY($1)) AND ($2 OR b.health <> 'retired') ORDER BY b.name`,
    [sites, retired],
  );
  return rows.map(boardOf);
}

/** The board of this name or id. Throws NOT_FOUND. */
export async function boardNamed(database: Pool | PoolClient, name: string): Promise<Board> {
  const { rows } = await database.query(`SELECT ${boardColumns} FROM board b WHERE b.name = $1 OR b.id::text = $1`, [
    name,
  ]);
  if (rows[0] === undefined)
    throw new DomainError('NOT_FOUND', `There is no board ${name.slice(0, 80)}.`, {
      next: '`firmloop boards list` shows them.',
    });
  return boardOf(rows[0]);
}

export interface SiteRow {
  readonly name: string;
  readonly note: string;
}

export interface BoardTypeRow extends SiteRow {
  /** Minutes that one reservation may last, by role. */
  readonly maxMinutes: Readonly<Record<string, number>>;
}

/** Where boards stand, by name. */
export async function siteRows(database: Pool | PoolClient): Promise<SiteRow[]> {
  const { rows } = await database.query<SiteRow>('SELECT name, note FROM site ORDER BY name');
  return rows;
}

/** Kinds of boards, by name. */
export async function boardTypeRows(database: Pool | PoolClient): Promise<BoardTypeRow[]> {
  const { rows } = await database.query<BoardTypeRow>(
    'SELECT name, note, max_minutes AS "maxMinutes" FROM board_type ORDER BY name',
  );
  return rows;
}
