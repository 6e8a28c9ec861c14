import type { Pool, PoolClient } from 'pg';
import { isUsable } from '#lib/boards/board.ts';
import type { Json } from '#lib/engine/json.ts';
import type { PlanBoard } from '#lib/reservation/plan.ts';
import type { Selector } from '#lib/reservation/selector.ts';
import { jsonb } from '../jsonb.ts';

const usable = Object.entries(isUsable).flatMap(([health, may]) => (may ? [health] : []));

/** A board with what a plan and its refusals need to know. */
export interface Candidate extends PlanBoard {
  readonly health: string;
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
    text: `SELECT b.id, b.name, b.site, b.type, b.serial, b.tags, b.host, b.health, b.offline_because AS "offlineBecause",
       t.max_minutes AS "maxMinutes", b.offline_since IS NULL AND b.health = ANY($3) AS usable,
       coalesce((SELECT jsonb_agg(jsonb_build_object(
           'from', floor(extract(epoch FROM w.starts_at) * 1000)::float8, 'to', ceil(extract(epoch FROM w.ends_at) * 1000)::float8)
           ORDER BY w.starts_at)
         FROM reservation_board w WHERE w.board_id = b.id
           AND tstzrange(w.starts_at, GREATEST(w.starts_at, LEAST(coalesce(w.released_at, w.ends_at), w.ends_at)), '[)')
             && tstzrange(to_timestamp($2 / 1000.0), NULL)), '[]') AS busy
     FROM (
       SELECT DISTINCT b.id FROM jsonb_to_recordset($1::jsonb) AS want(name text, type text, site text, serial text, tags text[])
       JOIN board b ON (want.name IS NULL OR want.name = b.name) AND (want.type IS NULL OR want.type = b.type)
         AND (want.site IS NULL OR want.site = b.site) AND (want.serial IS NULL OR want.serial = b.serial)
         AND b.tags @> coalesce(want.tags, '{}') AND b.health <> 'retired'
     ) meant JOIN board b ON b.id = meant.id JOIN board_type t ON t.name = b.type
     ORDER BY b.name`,
    values: [jsonb(wants as unknown as Json), now, usable],
  });
  return rows;
}
