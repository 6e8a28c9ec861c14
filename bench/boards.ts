import type { Pool } from 'pg';
import { parseWants } from '#lib/reservation/parse-wants.ts';
import { crowd } from '#server/boards/reservations/crowd.ts';
import { release } from '#server/boards/reservations/release.ts';
import { reserve, type Wish } from '#server/boards/reservations/reserve.ts';
import { createOwnPostgres } from '#server/chaos/own-postgres.ts';
import { openPool } from '#server/db/pool.ts';
import { timeline } from '#server/store/boards/timeline.ts';
import { reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { atLeast, atMost, type Bench, plainFigure } from './bench.ts';
import { median } from './median.ts';

const boards = 1_000;
const past = 100_000;
const plantedAtOnce = 20_000;
const clients = 16;
const rateSeconds = 5;
/** By `BENCH_CROWD_SECONDS`, else the minute that must hold. */
const crowdSeconds = Number(process.env.BENCH_CROWD_SECONDS ?? 60);
const day = 86_400_000;

export const boardsBench: Bench = {
  does: `${boards} boards with ${past} past reservations: a week of timeline, a grant after a release, reservations a second, a crowd`,
  async run(say) {
    const postgres = await createOwnPostgres({ fsync: 'on', autovacuum: 'on' });
    const pool = openPool(postgres.databaseUrl, { max: clients, name: 'firmloop-bench' });
    try {
      await plant(pool);
      say('planted');
      const week = await medianOf(7, () => timeline(pool, { from: Date.now() - 7 * day, to: Date.now(), sites: null }));
      const grant = await medianOf(9, (n) => grantAfterRelease(pool, n));
      say('timed');
      const rate = await reservationsPerSecond(pool);
      const { operations, granted, unclear } = await crowd(pool, {
        type: 'crowd',
        clients: 100,
        ms: crowdSeconds * 1_000,
      });
      return [
        plainFigure('windows in that week', String(week.last.length)),
        atMost('a week of timeline on the server', week.ms, 100, 'ms'),
        atMost('a grant after a release', grant.ms, 200, 'ms'),
        atLeast('reservations', rate, 200, '/s'),
        plainFigure(`100 clients on 20 boards for ${crowdSeconds} s`, `${operations} answers, ${granted} grants`),
        atMost('answers that were none', unclear.length, 0, ''),
        atMost('windows that overlap', await overlaps(pool), 0, ''),
      ];
    } finally {
      await pool.end();
      await postgres.remove();
    }
  },
};

/** Boards of ten types, and for each a past without gaps over the last half year; twenty more for the crowd. */
async function plant(pool: Pool): Promise<void> {
  await pool.query(`INSERT INTO site (name) VALUES ('berlin')`);
  await pool.query(
    `INSERT INTO board_type (name) SELECT 'type-' || n FROM generate_series(0, 9) n UNION SELECT 'crowd'`,
  );
  await pool.query(
    `INSERT INTO board (name, site, type, tags, changed_by)
     SELECT 'board-' || n, 'berlin', 'type-' || n % 10, ARRAY['rack=' || n % 40], 'bench' FROM generate_series(1, $1) n
     UNION ALL SELECT 'crowd-' || n, 'berlin', 'crowd', '{}', 'bench' FROM generate_series(1, 20) n`,
    [boards],
  );
  const each = past / boards;
  const client = await pool.connect();
  // What is told and audited of each reservation has been long ago.
  await client.query(`SET session_replication_role = replica; SET statement_timeout = 0`);
  for (let from = 0; from < past; from += plantedAtOnce)
    await client.query(
      `WITH planted AS (
       INSERT INTO reservation (holder, asked_by, wants, minutes, starts_at, status, ended_at, ended_by, ended_because)
       SELECT 'p' || n % 50, 'bench', jsonb_build_array(jsonb_build_object('name', 'board-' || 1 + n % $1, 'tags', '[]'::jsonb)), 60,
         now() - interval '180 days' * (1 + n / $1) / $2, 'ended', now(), 'engine', 'its time was up'
       FROM generate_series($3::int, $4 - 1) n RETURNING id, wants->0->>'name' AS board, starts_at
     )
     INSERT INTO reservation_board (reservation_id, board_id, want, starts_at, ends_at, released_at)
     SELECT p.id, b.id, 0, p.starts_at, p.starts_at + interval '1 hour', p.starts_at + interval '1 hour'
     FROM planted p JOIN board b ON b.name = p.board`,
      [boards, each, from, from + plantedAtOnce],
    );
  client.release(true);
  await pool.query('ANALYZE');
}

async function grantAfterRelease(pool: Pool, n: number): Promise<void> {
  const name = `board-${n + 1}`;
  const held = await reserve(pool, wish(name, 'first'));
  const waits = await reserve(pool, { ...wish(name, 'second'), wait: true });
  await release(pool, held.id, { by: 'first', manages: () => false, reason: '' });
  const { status } = await reservationNamed(pool, waits.id);
  if (status !== 'held') throw new Error(`after the release the next in the queue is ${status}`);
}

async function reservationsPerSecond(pool: Pool): Promise<number> {
  const until = performance.now() + rateSeconds * 1_000;
  const begun = performance.now();
  const counts = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      let count = 0;
      for (; performance.now() < until; count += 1) {
        const ahead = Date.now() + (1 + count) * 3_600_000;
        const board = `board-${101 + ((client * 53 + count) % 899)}`;
        await reserve(pool, { ...wish(board, `c${client}`), from: ahead + client * 400 * 3_600_000 });
      }
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1_000);
}

function wish(board: string, by: string): Wish {
  return {
    ...{ holder: by, askedBy: by, runId: null, purpose: '', wants: parseWants(board), sites: null, hosts: null },
    ...{
      prefer: [],
      avoid: [],
      priority: 10,
      minutes: 30,
      yields: false,
      seriesId: null,
      from: null,
      wait: false,
      longest: null,
    },
  };
}

async function overlaps(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM reservation_board a JOIN reservation_board b ON a.board_id = b.board_id AND a.id < b.id
     WHERE a.starts_at > now() - interval '1 day' AND b.starts_at > now() - interval '1 day'
       AND tstzrange(a.starts_at, GREATEST(a.starts_at, LEAST(coalesce(a.released_at, a.ends_at), a.ends_at)))
         && tstzrange(b.starts_at, GREATEST(b.starts_at, LEAST(coalesce(b.released_at, b.ends_at), b.ends_at)))`,
  );
  return rows[0]?.n ?? Number.NaN;
}

async function medianOf<T>(times: number, work: (n: number) => Promise<T>): Promise<{ ms: number; last: T }> {
  const took: number[] = [];
  let last = await work(0);
  for (let n = 1; n <= times; n += 1) {
    const begun = performance.now();
    last = await work(n);
    took.push(performance.now() - begun);
  }
  return { ms: median(took), last };
}
