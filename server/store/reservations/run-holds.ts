import type { RunHold } from '#lib/reservation/run-hold.ts';
import type { Turn } from './in-turn.ts';

export interface HeldByRun extends RunHold {
  readonly id: string;
  readonly runId: string;
  readonly holder: string;
}

/** Every hold of a run. A host whose runners have all been silent for so long counts as gone. */
export async function runHolds({ client }: Turn, silentMs: number): Promise<HeldByRun[]> {
  const { rows } = await client.query<HeldByRun>({
    name: 'run-holds',
    text: `SELECT r.id, r.run_id AS "runId", r.holder, u.state, u.status, r.yields AND r.yield_asked_at IS NOT NULL AS "yieldAsked",
       round(extract(epoch FROM (SELECT min(ends_at) FROM reservation_board WHERE reservation_id = r.id AND released_at IS NULL)) * 1000)::float8 AS "endsAt",
       (SELECT b.name || CASE WHEN b.offline_since IS NOT NULL THEN ' went offline: ' || b.offline_because
           ELSE ' is in health ' || b.health || CASE WHEN b.health_reason = '' THEN '' ELSE ': ' || b.health_reason END END
         FROM reservation_board w JOIN board b ON b.id = w.board_id
         WHERE w.reservation_id = r.id AND w.released_at IS NULL AND (b.offline_since IS NOT NULL OR b.health IN ('bad', 'maintenance', 'retired'))
         LIMIT 1) AS "boardGone",
       CASE WHEN u.host_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM runner n WHERE n.host_id = u.host_id AND n.status IN ('live', 'stopping')
           AND n.renewed_at > clock_timestamp() - $1 * interval '1 ms')
         THEN coalesce((SELECT 'the runner on ' || n.host_name || ' is not heard of: ' || coalesce(n.ended_because, 'it is silent')
           FROM runner n WHERE n.host_id = u.host_id ORDER BY n.renewed_at DESC LIMIT 1), 'nobody works on the run''s host') END AS "hostGone"
     FROM reservation r JOIN run u ON u.id = r.run_id WHERE r.status = 'held'`,
    values: [silentMs],
  });
  return rows;
}

/** Ends the wait of runs that have ended. */
export async function runsNoLongerWaiting({ client }: Turn): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'runs-no-longer-waiting',
    text: `SELECT r.id FROM reservation r JOIN run u ON u.id = r.run_id WHERE r.status IN ('queued', 'booked') AND u.status = 'finished'`,
  });
  return rows.map(({ id }) => id);
}

export interface NextOnBoards {
  readonly id: string;
  /** When it begins, and when it was to begin; epoch milliseconds. */
  readonly at: number;
  readonly wantedAt: number;
}

/** The reservation that begins next on one of the boards of another. */
export async function nextOnBoards({ client }: Turn, reservationId: string): Promise<NextOnBoards | null> {
  const { rows } = await client.query<NextOnBoards>(
    `SELECT n.id, round(extract(epoch FROM w.starts_at) * 1000)::float8 AS at,
       round(extract(epoch FROM coalesce(n.wanted_at, w.starts_at)) * 1000)::float8 AS "wantedAt"
     FROM reservation_board own JOIN reservation_board w ON w.board_id = own.board_id JOIN reservation n ON n.id = w.reservation_id
     WHERE own.reservation_id = $1 AND own.released_at IS NULL AND n.status = 'booked' AND w.released_at IS NULL AND w.starts_at >= own.ends_at
     ORDER BY w.starts_at LIMIT 1`,
    [reservationId],
  );
  return rows[0] ?? null;
}
