import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import type { Selector } from '#lib/reservation/selector.ts';
import { jsonb } from '../jsonb.ts';
import { type Candidate, candidatesSql } from './candidates.ts';
import { strandedSql } from './stranded.ts';
import { meansBoard, wantsIn } from './wanted.ts';

/** A board that is meant, and whether somebody else waits for it: in the queue, or because his own board is out of service. */
export interface MaybeAwaited extends Candidate {
  readonly awaited: boolean;
}

export interface AtAGlance {
  /** The database's time, epoch milliseconds. */
  readonly now: number;
  /** Something has come to its end, which is to be settled before anything is given away. */
  readonly overdue: boolean;
  /** By name. */
  readonly boards: readonly MaybeAwaited[];
}

/** Everything in one statement that it takes to give somebody one of the boards that these selectors mean. */
export async function atAGlance(pool: Pool, wants: readonly Selector[]): Promise<AtAGlance> {
  const { rows } = await pool.query<AtAGlance>({
    name: 'boards-at-a-glance',
    text: `WITH clock AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS now),
       meant AS MATERIALIZED (${candidatesSql({ wants: '$1::jsonb', now })}),
       waiting AS (
         SELECT wants FROM reservation WHERE status = 'queued'
         UNION ALL SELECT wants FROM reservation WHERE status = 'booked' AND starts_at <= ${now}
         UNION ALL SELECT (SELECT wants FROM reservation r WHERE r.id = s.id) FROM (${strandedSql(now)}) s
       ),
       awaited AS (SELECT b.id FROM waiting CROSS JOIN LATERAL ${wantsIn('waiting.wants')} JOIN meant b ON ${meansBoard('b')})
     SELECT floor(extract(epoch FROM ${now}) * 1000)::float8 AS now,
       EXISTS (SELECT FROM lease WHERE ended_at IS NULL AND expires_at <= ${now}) OR EXISTS (SELECT FROM reservation
         WHERE status = 'booked' AND starts_at <= ${now} AND starts_at + minutes * interval '1 minute' <= ${now}) AS overdue,
       (SELECT coalesce(jsonb_agg(to_jsonb(b) || jsonb_build_object('awaited', b.id IN (SELECT id FROM awaited)) ORDER BY b.name), '[]')
        FROM meant b) AS boards`,
    values: [jsonb(wants as unknown as Json)],
  });
  const [found] = rows;
  if (found === undefined) throw new Error('boards-at-a-glance gave no row');
  return found;
}

const now = '(SELECT now FROM clock)';
