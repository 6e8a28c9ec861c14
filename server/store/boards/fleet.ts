import type { Pool } from 'pg';
import type { Board, Occupancy } from '#lib/boards/board.ts';
import { boardColumns, boardOf } from './board-row.ts';
import type { InventoryFilter } from './inventory.ts';

/** Who has a board, or has it next. Times are epoch milliseconds. */
export interface BoardUse {
  readonly reservationId: string;
  readonly number: number;
  readonly holder: string;
  readonly runNumber: number | null;
  readonly purpose: string;
  readonly from: number;
  readonly to: number;
}

export interface FleetBoard extends Board {
  readonly occupancy: Occupancy;
  /** Who has it now. */
  readonly held: BoardUse | null;
  /** Who has it next within the time that is looked at. */
  readonly next: BoardUse | null;
}

/** So far ahead a reservation makes a board count as reserved, hours. */
const reservedWithinHours = 24;

const use = (
  status: string,
) => `(SELECT jsonb_build_object('reservationId', r.id, 'number', r.number, 'holder', r.holder,
    'runNumber', (SELECT number FROM run WHERE id = r.run_id), 'purpose', r.purpose,
    'from', round(extract(epoch FROM w.starts_at) * 1000)::float8, 'to', round(extract(epoch FROM w.ends_at) * 1000)::float8)
  FROM reservation_board w JOIN reservation r ON r.id = w.reservation_id
  WHERE w.board_id = b.id AND r.status = '${status}'
    AND tstzrange(w.starts_at, GREATEST(w.starts_at, LEAST(coalesce(w.released_at, w.ends_at), w.ends_at)), '[)')
      && tstzrange(now(), now() + interval '${reservedWithinHours} hours') ORDER BY w.starts_at LIMIT 1)`;

export interface FleetFilter extends InventoryFilter {
  /** One board alone. */
  readonly name?: string;
  readonly id?: string;
}

/** Every board of these sites with who has it, by name; boards that are no more only when asked for. */
export async function fleet(pool: Pool, { sites, retired = false, name, id }: FleetFilter): Promise<FleetBoard[]> {
  const { rows } = await pool.query<{ held: BoardUse | null; next: BoardUse | null }>(
    `SELECT ${boardColumns}, ${use('held')} AS held, ${use('booked')} AS next FROM board b
     WHERE ($1::text[] IS NULL OR b.site = ANY($1)) AND ($2 OR b.health <> 'retired') AND ($3::text IS NULL OR b.name = $3)
       AND ($4::uuid IS NULL OR b.id = $4)
     ORDER BY b.name`,
    [sites, retired, name ?? null, id ?? null],
  );
  return rows.map(({ held, next, ...row }) => ({ ...boardOf(row), held, next, occupancy: occupancyOf(held, next) }));
}

function occupancyOf(held: BoardUse | null, next: BoardUse | null): Occupancy {
  if (held !== null) return 'in use';
  return next === null ? 'free' : 'reserved';
}
