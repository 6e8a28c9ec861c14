import type { Pool, PoolClient } from 'pg';
import { isUsable } from '#lib/boards/availability.ts';
import type { BoardHealth } from '#lib/boards/board.ts';
import type { Json } from '#lib/engine/json.ts';
import type { PlanBoard } from '#lib/reservation/plan.ts';
import type { Selector } from '#lib/reservation/selector.ts';
import { jsonb } from '../jsonb.ts';
import { takenBy } from './taken-by.ts';
import { meansBoard, wantsIn } from './wanted.ts';

/** A board with what a plan and its refusals need to know. */
export interface Candidate extends PlanBoard {
  readonly health: BoardHealth;
  readonly offlineBecause: string | null;
  /** Minutes that one reservation may last, by role. */
  readonly maxMinutes: Readonly<Record<string, number>>;
}

/** Every board that one of these selectors means, by name, with the windows on it from now on. */
export async function candidates(
  database: Pool | PoolClient,
  wants: readonly Selector[],
  now: number,
): Promise<Candidate[]> {
  const { rows } = await database.query<Candidate>({
    name: 'board-candidates',
    text: `${candidatesSql({ wants: '$1::jsonb', now: 'to_timestamp($2 / 1000.0)' })} ORDER BY b.name`,
    values: [jsonb(distinct(wants) as unknown as Json), now],
  });
  return rows;
}

/** A queue wants the same many times over, and each selector is compared with every board. */
function distinct(wants: readonly Selector[]): Selector[] {
  return [...new Map(wants.map((want) => [JSON.stringify(want), want])).values()];
}

const usable = Object.entries(isUsable).flatMap(([health, may]) => (may ? [`'${health}'`] : []));

/** The same as SQL, without an order: of selectors as JSON, with the windows from a time on. */
export function candidatesSql({ wants, now }: { wants: string; now: string }): string {
  return `SELECT b.id, b.name, b.site, b.type, b.serial, b.tags, b.host, b.health, b.offline_because AS "offlineBecause",
     t.max_minutes AS "maxMinutes", b.offline_since IS NULL AND b.health IN (${usable.join(', ')}) AS usable,
     coalesce((SELECT jsonb_agg(jsonb_build_object(
         'from', floor(extract(epoch FROM w.starts_at) * 1000)::float8, 'to', ceil(extract(epoch FROM w.ends_at) * 1000)::float8)
         ORDER BY w.starts_at)
       FROM reservation_board w WHERE w.board_id = b.id AND ${takenBy('w')} && tstzrange(${now}, NULL)), '[]') AS busy
   FROM (SELECT DISTINCT b.id FROM ${wantsIn(wants)} JOIN board b ON ${meansBoard('b')} AND b.health <> 'retired') meant
   JOIN board b ON b.id = meant.id JOIN board_type t ON t.name = b.type`;
}
