import { DatabaseError, type Pool } from 'pg';
import { z } from 'zod';
import type { Board } from '#lib/boards/board.ts';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { jsonb } from '../jsonb.ts';
import { boardColumns, boardOf } from './board-row.ts';
import { servedBy } from './served.ts';

/** What can be ordered of a board where it stands. */
export const orderKinds = ['power-on', 'power-off', 'power-cycle', 'power-read', 'check'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** What the end of a lease orders: the hooks of the board. */
export type TakenKind = OrderKind | 'after-lease';

/** One thing that was looked at, and what came of it. `null`: it could not be tried here. */
export const orderSteps = z.array(z.object({ name: z.string(), ok: z.boolean().nullable(), reason: z.string() }));
export type OrderStep = z.output<typeof orderSteps>[number];

export interface BoardOrder {
  readonly id: string;
  readonly kind: TakenKind;
  readonly leaseId: string | null;
  readonly askedBy: string;
  readonly board: Board;
}

export interface OrderEnd {
  readonly ok: boolean;
  readonly reason: string;
  readonly steps: readonly OrderStep[];
}

const uniqueViolation = '23505';

/** Writes an order down; a runner of the board's site carries it out. Throws CONFLICT for a second check of one board. */
export async function giveOrder(
  pool: Pool,
  order: { boardId: string; kind: OrderKind; leaseId: string | null; askedBy: string },
): Promise<string> {
  try {
    const { rows } = await pool.query<{ id: string }>(
      'INSERT INTO board_order (board_id, kind, lease_id, asked_by) VALUES ($1, $2, $3, $4) RETURNING id',
      [order.boardId, order.kind, order.leaseId, order.askedBy],
    );
    return rows[0]?.id ?? '';
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== uniqueViolation) throw error;
    throw new DomainError('CONFLICT', 'The board is being checked already.', {
      next: 'Wait for that check.',
      cause: error,
    });
  }
}

/** Takes what waits for this runner, oldest first; no other runner gets it. */
export async function takeOrders(pool: Pool, runnerId: string): Promise<BoardOrder[]> {
  const { rows } = await pool.query<{ orderId: string; kind: TakenKind; leaseId: string | null; askedBy: string }>(
    `WITH open AS (
       SELECT o.id FROM board_order o JOIN board b ON b.id = o.board_id
       WHERE o.ended_at IS NULL AND o.taken_at IS NULL AND ${servedBy} ORDER BY o.asked_at LIMIT 50 FOR UPDATE OF o SKIP LOCKED
     ), taken AS (
       UPDATE board_order o SET taken_by = $1, taken_at = clock_timestamp() FROM open WHERE o.id = open.id RETURNING o.*
     )
     SELECT t.id AS "orderId", t.kind, t.lease_id AS "leaseId", t.asked_by AS "askedBy", ${boardColumns}
     FROM taken t JOIN board b ON b.id = t.board_id ORDER BY t.asked_at`,
    [runnerId],
  );
  return rows.map(({ orderId: id, kind, leaseId, askedBy, ...board }) => ({
    ...{ id, kind, leaseId, askedBy },
    board: boardOf(board),
  }));
}

/** Writes down what came of an order. One that ended with its lease stays as it is. */
export async function endOrder(pool: Pool, id: string, { ok, reason, steps }: OrderEnd): Promise<void> {
  await pool.query(
    `UPDATE board_order SET ended_at = clock_timestamp(), ok = $2, reason = $3, steps = $4::jsonb WHERE id = $1 AND ended_at IS NULL`,
    [id, ok, reason, jsonb(steps as unknown as Json)],
  );
}

/**
 * Ends what runners had in hand that are no more, and what nobody has taken for a minute: no runner reaches the board. What
 * comes before a lease belongs to an activity, which is no runner: it counts as lost after half an hour.
 */
export async function endLostOrders(pool: Pool): Promise<void> {
  await pool.query(
    `UPDATE board_order o SET ended_at = clock_timestamp(), ok = false,
       reason = CASE WHEN taken_at IS NULL THEN 'no runner reaches the board' ELSE 'the runner that had it in hand is gone' END
     WHERE ended_at IS NULL AND (
       taken_at IS NULL AND asked_at < clock_timestamp() - interval '1 minute'
       OR EXISTS (SELECT 1 FROM runner r WHERE r.id = o.taken_by AND r.ended_at IS NOT NULL)
       OR kind = 'before-lease' AND taken_at < clock_timestamp() - interval '30 minutes')`,
  );
}

/** What came of an order; null while it is not over. */
export async function orderEnd(pool: Pool, id: string): Promise<OrderEnd | null> {
  const { rows } = await pool.query<OrderEnd>(
    'SELECT ok, reason, steps FROM board_order WHERE id = $1 AND ended_at IS NOT NULL',
    [id],
  );
  const [row] = rows;
  return row === undefined ? null : { ...row, steps: orderSteps.parse(row.steps) };
}

export interface CheckRow extends OrderEnd {
  readonly id: string;
  readonly askedBy: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The latest checks of a board, newest first. */
export async function checksOf(pool: Pool, boardId: string, limit: number): Promise<CheckRow[]> {
  const { rows } = await pool.query<CheckRow>(
    `SELECT id, asked_by AS "askedBy", round(extract(epoch FROM ended_at) * 1000)::float8 AS at, ok, reason, steps FROM board_order
     WHERE board_id = $1 AND kind = 'check' AND ended_at IS NOT NULL ORDER BY asked_at DESC LIMIT $2`,
    [boardId, limit],
  );
  return rows.map((row) => ({ ...row, steps: orderSteps.parse(row.steps) }));
}
