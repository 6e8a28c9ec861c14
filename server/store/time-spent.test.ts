import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { timeByIterationOf, timeOfProject } from './time-spent.ts';

let database: TestDatabase;
let pool: Pool;
let run: string;

/** A run that was in iteration 0 for 10 s, in iteration 1 for 30 s and ended; two boards were held from second 5 to 20. */
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 1, name: 'time-spent' });
  run = await startToyRun(toyEngine(pool), { goal: 1 });
  // Only what is asked for is set up: rules of boards and of the log are not the subject.
  await pool.query(`SET session_replication_role = replica`);
  await pool.query('DELETE FROM transition WHERE run_id = $1', [run]);
  for (const [seq, iteration, second] of [
    [1, 0, 0],
    [2, 1, 10],
    [3, 1, 40],
  ])
    await pool.query(
      `INSERT INTO transition (run_id, seq, event_seq, from_state, to_state, event_type, reason, evidence, actor, iteration, ms_in_from, at)
       VALUES ($1, $2, 1, 'a', 'b', 'e', '', '[]', 'engine', $3, 0, '2026-01-01T00:00:00Z'::timestamptz + $4 * interval '1 s')`,
      [run, seq, iteration, second],
    );
  await pool.query(
    `UPDATE run SET created_at = '2026-01-01T00:00:00Z', finished_at = '2026-01-01T00:00:40Z', outcome = 'DONE', exit_code = 0, status = 'finished' WHERE id = $1`,
    [run],
  );
  await pool.query(
    `WITH r AS (INSERT INTO reservation (holder, run_id, wants, sites, hosts, minutes, starts_at, status, asked_by, ended_at, ended_by, ended_because)
       VALUES ('run', $1, '[{}, {}]', '{}', '{}', 1, '2026-01-01T00:00:05Z', 'ended', 'run', '2026-01-01T00:00:20Z', 'run', 'done') RETURNING id),
     w AS (INSERT INTO reservation_board (reservation_id, board_id, want, starts_at, ends_at, released_at)
       SELECT r.id, gen_random_uuid(), want, '2026-01-01T00:00:05Z', '2026-01-01T00:01:05Z', '2026-01-01T00:00:20Z' FROM r, generate_series(0, 1) want)
     INSERT INTO lease (reservation_id, holder, granted_at, expires_at, ended_at, ended_because)
     SELECT id, 'run', '2026-01-01T00:00:05Z', '2026-01-01T00:01:05Z', '2026-01-01T00:00:20Z', 'done' FROM r`,
    [run],
  );
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('an iteration lasts until the next one begins, and counts each board that is held meanwhile', async () => {
  expect(await timeByIterationOf(pool, run)).toEqual([
    { iteration: 0, wallMs: 10_000, boardMs: 10_000 },
    { iteration: 1, wallMs: 30_000, boardMs: 20_000 },
  ]);
});

test('looked at as it stood, nothing later counts', async () => {
  expect(await timeByIterationOf(pool, run, new Date('2026-01-01T00:00:15Z'))).toEqual([
    { iteration: 0, wallMs: 10_000, boardMs: 10_000 },
    { iteration: 1, wallMs: 5_000, boardMs: 10_000 },
  ]);
});

test('a project adds up its runs', async () => {
  const { rows } = await pool.query('SELECT project_id AS id FROM run WHERE id = $1', [run]);
  expect(await timeOfProject(pool, rows[0].id)).toEqual({ wallMs: 40_000, boardMs: 30_000 });
});
