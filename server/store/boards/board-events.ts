import type { Pool, PoolClient } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from '../jsonb.ts';

/** Something that happened to a board. */
export interface BoardEvent {
  readonly boardId: string;
  /** One word or several with dashes: `flashed`, `handed-over`. */
  readonly kind: string;
  readonly actor: string;
  readonly reason?: string;
  readonly data?: { readonly [field: string]: Json };
}

export interface BoardEventRow extends Required<BoardEvent> {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Writes down what happened to boards; nothing can change it afterwards. */
export async function addBoardEvents(database: Pool | PoolClient, events: readonly BoardEvent[]): Promise<void> {
  if (events.length === 0) return;
  await database.query(
    `INSERT INTO board_event (board_id, kind, actor, reason, data)
     SELECT board, kind, actor, coalesce(reason, ''), coalesce(data, '{}')
     FROM jsonb_to_recordset($1::jsonb) AS given(board uuid, kind text, actor text, reason text, data jsonb)`,
    [jsonb(events.map(({ boardId, ...event }) => ({ board: boardId, ...event })) as Json)],
  );
}

/** The history of a board, newest first, from before an event on. */
export async function boardEvents(
  pool: Pool,
  { boardId, before, limit }: { boardId: string; before?: number | undefined; limit: number },
): Promise<BoardEventRow[]> {
  const { rows } = await pool.query<BoardEventRow>(
    `SELECT id::float8 AS id, board_id AS "boardId", kind, actor, reason, data, round(extract(epoch FROM at) * 1000)::float8 AS at
     FROM board_event WHERE board_id = $1 AND ($2::bigint IS NULL OR board_event.id < $2) ORDER BY board_event.id DESC LIMIT $3`,
    [boardId, before ?? null, limit],
  );
  return rows;
}
