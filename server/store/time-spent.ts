import type { Pool } from 'pg';

/** Time that an iteration took. Milliseconds. */
export interface IterationTime {
  readonly iteration: number;
  /** From its first transition to that of the next iteration, or to the end. */
  readonly wallMs: number;
  /** Time that boards were held meanwhile; two boards for a minute are two minutes. */
  readonly boardMs: number;
}

/** What boards of a run were held for: `$1` is the run. */
const holds = `SELECT l.granted_at AS begun, l.ended_at AS ended, (SELECT count(*) FROM reservation_board b WHERE b.reservation_id = r.id) AS boards
  FROM lease l JOIN reservation r ON r.id = l.reservation_id WHERE r.run_id = $1`;

/** How long each iteration of a run took and held boards, until a time or by now. */
export async function timeByIterationOf(
  pool: Pool,
  runId: string,
  until: Date | null = null,
): Promise<IterationTime[]> {
  const { rows } = await pool.query(
    `WITH stop AS (SELECT coalesce($2, finished_at, clock_timestamp()) AS at FROM run WHERE id = $1),
     part AS (SELECT iteration, min(t.at) AS begun, coalesce(lead(min(t.at)) OVER (ORDER BY iteration), min(stop.at)) AS ended
       FROM transition t, stop WHERE run_id = $1 AND t.at <= stop.at GROUP BY iteration),
     hold AS (${holds})
     SELECT iteration, extract(epoch FROM ended - begun)::float8 * 1000 AS "wallMs",
       coalesce((SELECT sum(boards * greatest(0, extract(epoch FROM least(coalesce(h.ended, part.ended), part.ended) - greatest(h.begun, part.begun))))
         FROM hold h), 0)::float8 * 1000 AS "boardMs"
     FROM part ORDER BY iteration`,
    [runId, until],
  );
  return rows as IterationTime[];
}

/** How long the runs of a project took and held boards, added up. Milliseconds. */
export async function timeOfProject(
  pool: Pool,
  projectId: string,
): Promise<{ readonly wallMs: number; readonly boardMs: number }> {
  const { rows } = await pool.query(
    `SELECT (SELECT coalesce(sum(extract(epoch FROM coalesce(finished_at, clock_timestamp()) - created_at)), 0)::float8 * 1000
         FROM run WHERE project_id = $1) AS "wallMs",
       (SELECT coalesce(sum(extract(epoch FROM coalesce(l.ended_at, clock_timestamp()) - l.granted_at)
           * (SELECT count(*) FROM reservation_board b WHERE b.reservation_id = r.id)), 0)::float8 * 1000
         FROM lease l JOIN reservation r ON r.id = l.reservation_id JOIN run ON run.id = r.run_id WHERE run.project_id = $1) AS "boardMs"`,
    [projectId],
  );
  return rows[0] as { wallMs: number; boardMs: number };
}
