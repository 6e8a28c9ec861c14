import { randomUUID } from 'node:crypto';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import type { Selector } from '#lib/reservation/selector.ts';
import { jsonb } from '../jsonb.ts';

/** Who asks for what. Times are epoch milliseconds. */
export interface Asked {
  readonly holder: string;
  readonly askedBy: string;
  readonly runId: string | null;
  readonly purpose: string;
  readonly wants: readonly Selector[];
  readonly sites: readonly string[] | null;
  readonly hosts: readonly string[] | null;
  readonly prefer: readonly string[];
  readonly avoid: readonly string[];
  /** Greater goes first. */
  readonly priority: number;
  readonly minutes: number;
  /** How far it can be extended; null is without a limit. */
  readonly maxMinutes: number | null;
  readonly startsAt: number;
  /** Gives way to people after its iteration. */
  readonly yields: boolean;
  readonly seriesId: string | null;
}

/** What a reservation is called by: by programs and by people. */
export interface ReservationName {
  readonly id: string;
  readonly number: number;
}

/** Boards that are given at once, one for each want, in their order. */
export interface AtOnce {
  readonly boardIds: readonly string[];
  /** Its time has come: it becomes a lease. */
  readonly begins: boolean;
}

const asking = `INSERT INTO reservation (id, holder, asked_by, run_id, purpose, wants, sites, hosts, prefer, avoid, priority, minutes,
    max_minutes, starts_at, yields, series_id, status)
  VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10, $11, $12, $13, to_timestamp($14 / 1000.0), $15, $16, $17)
  RETURNING id, number, holder, starts_at, starts_at + minutes * interval '1 minute' AS ends_at`;

/** Writes a wish down, in the queue. Throws CONFLICT for a run that has one already. */
export async function ask(database: Pool | PoolClient, asked: Asked): Promise<ReservationName> {
  return await written(asked, async (id) => {
    const values = [...valuesOf(id, asked), 'queued'];
    return await database.query<{ number: number }>({ name: 'ask-for-boards', text: asking, values });
  });
}

/**
 * Writes a wish down together with its boards, in one statement; gives the lease's id too when it begins now. Overlap is refused
 * by the database. Throws CONFLICT for a run that has one already.
 */
export async function askAndGrant(
  database: Pool | PoolClient,
  asked: Asked,
  { boardIds, begins }: AtOnce,
): Promise<ReservationName & { readonly lease: string | null }> {
  const lease = begins ? randomUUID() : null;
  const name = await written(asked, async (id) => {
    const values = [...valuesOf(id, asked), begins ? 'held' : 'booked', boardIds, lease];
    return await database.query<{ number: number }>({ name: 'ask-and-grant', text: asksAndGrants, values });
  });
  return { ...name, lease };
}

const asksAndGrants = `WITH asked AS (${asking}),
  windows AS (
    INSERT INTO reservation_board (reservation_id, board_id, want, starts_at, ends_at)
    SELECT id, board, want - 1, starts_at, ends_at FROM asked, unnest($18::uuid[]) WITH ORDINALITY AS one(board, want)
  ),
  leased AS (INSERT INTO lease (id, reservation_id, holder, expires_at) SELECT $19::uuid, id, holder, ends_at FROM asked WHERE $19::uuid IS NOT NULL),
  told AS (
    INSERT INTO board_event (board_id, kind, actor, data)
    SELECT board, $17, holder, jsonb_build_object('reservation', id, 'from', starts_at, 'until', ends_at, 'lease', $19::uuid)
    FROM asked, unnest($18::uuid[]) AS one(board)
  )
  SELECT number FROM asked`;

function valuesOf(id: string, asked: Asked): unknown[] {
  const { holder, askedBy, runId, purpose, wants, sites, hosts, prefer, avoid } = asked;
  const { priority, minutes, maxMinutes, startsAt, yields, seriesId } = asked;
  const who = [holder, askedBy, runId, purpose, jsonb(wants as unknown as Json), sites, hosts, prefer, avoid];
  return [id, ...who, priority, minutes, maxMinutes, startsAt, yields, seriesId];
}

async function written(
  { holder }: Asked,
  write: (id: string) => Promise<{ readonly rows: readonly { readonly number: number }[] }>,
): Promise<ReservationName> {
  const id = randomUUID();
  try {
    const { rows } = await write(id);
    return { id, number: rows[0]?.number ?? 0 };
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint !== 'reservation_one_per_run') throw error;
    throw new DomainError('CONFLICT', `${holder} stands in the queue already.`, { cause: error });
  }
}
