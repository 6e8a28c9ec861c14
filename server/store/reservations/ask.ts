import { randomUUID } from 'node:crypto';
import { DatabaseError } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import type { Selector } from '#lib/reservation/selector.ts';
import { jsonb } from '../jsonb.ts';
import type { Turn } from './in-turn.ts';

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

/** Writes a wish down, in the queue at first. Throws CONFLICT for a run that has one already. */
export async function ask({ client }: Turn, asked: Asked): Promise<{ id: string; number: number }> {
  const id = randomUUID();
  try {
    const { rows } = await client.query<{ number: number }>({
      name: 'ask-for-boards',
      text: `INSERT INTO reservation (id, holder, asked_by, run_id, purpose, wants, sites, hosts, prefer, avoid, priority, minutes, max_minutes,
           starts_at, yields, series_id, status)
         VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10, $11, $12, $13, to_timestamp($14 / 1000.0), $15, $16, 'queued') RETURNING number`,
      values: [
        id,
        asked.holder,
        asked.askedBy,
        asked.runId,
        asked.purpose,
        jsonb(asked.wants as unknown as Json),
        asked.sites,
        asked.hosts,
        asked.prefer,
        asked.avoid,
        asked.priority,
        asked.minutes,
        asked.maxMinutes,
        asked.startsAt,
        asked.yields,
        asked.seriesId,
      ],
    });
    return { id, number: rows[0]?.number ?? 0 };
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint !== 'reservation_one_per_run') throw error;
    throw new DomainError('CONFLICT', `${asked.holder} stands in the queue already.`, { cause: error });
  }
}
