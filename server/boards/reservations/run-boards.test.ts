import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { lookAtBoards } from '#server/store/boards/look-at-boards.ts';
import { setHealth } from '#server/store/boards/set-health.ts';
import { boardOfRun } from '#server/store/reservations/board-of-run.ts';
import { inTurn } from '#server/store/reservations/in-turn.ts';
import { reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { registerRunner } from '#server/store/runner-rows.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { addBoards, wishFor } from '../testing.ts';
import { boardForRun, type RunWish } from './board-for-run.ts';
import { release } from './release.ts';
import { reserve } from './reserve.ts';
import { settle } from './settle.ts';
import { tendRuns } from './tend-runs.ts';

const pool = await testPool();

const silentMs = 17_000;

beforeAll(async () => {
  await addBoards(pool, { name: 'a' }, { name: 'b' });
});

beforeEach(async () => {
  await pool.query('DELETE FROM lease; DELETE FROM reservation_board; DELETE FROM reservation; DELETE FROM runner');
  await pool.query(
    `UPDATE board SET health = 'good', offline_since = NULL, offline_because = NULL, changed_by = 'test'`,
  );
});

/** A runner that has been heard of so many seconds ago. */
async function runner(fields: { host?: string; site?: string; silentFor?: number } = {}): Promise<string> {
  const { host = 'h1', site = null, silentFor = 0 } = fields;
  const id = randomUUID();
  const same = { pid: 1, processStart: '', queues: [], slots: 1, sandbox: {} };
  await registerRunner(pool, { id, hostId: host, hostName: `${host}.example`, site, ...same });
  await pool.query(
    `UPDATE runner SET renewed_at = now() - $2 * interval '1 s', unbroken_since = now() - interval '1 h' WHERE id = $1`,
    [id, silentFor],
  );
  return id;
}

/** A run of host h1 that stands in a state. */
async function run(state = 'TEST_RUN', status = 'active'): Promise<string> {
  const { rows } = await pool.query(
    `WITH p AS (INSERT INTO project (id, name, repository) VALUES (gen_random_uuid(), gen_random_uuid()::text, gen_random_uuid()::text) RETURNING id)
     INSERT INTO run (id, project_id, machine, machine_version, title, input, snapshot, state, status, host_id, created_by)
     SELECT gen_random_uuid(), p.id, 'firmware-loop', 1, 't', '{}', '{}', $1, $2, 'h1', 'eve' FROM p RETURNING id`,
    [state, status],
  );
  return rows[0].id;
}

function wish(runId: string, fields: Partial<RunWish> = {}): RunWish {
  const same = {
    holder: `run ${runId}`,
    want: { name: 'a', tags: [] },
    hosts: ['h1'],
    site: null,
    prefer: [],
    avoid: [],
    yields: true,
  };
  return { runId, ...same, ...fields };
}

const stateOf = (runId: string, state: string) => pool.query('UPDATE run SET state = $2 WHERE id = $1', [runId, state]);
const finish = (runId: string) =>
  pool.query(
    `UPDATE run SET state = 'SUCCESS', status = 'finished', outcome = 'SUCCESS', exit_code = 0, finished_at = now() WHERE id = $1`,
    [runId],
  );
const tend = () =>
  inTurn(pool, async (turn) => {
    await tendRuns(turn, silentMs);
    await settle(turn);
  });
const held = async (runId: string) => (await boardOfRun(pool, runId))?.board.name ?? null;

test('a run gets its board, and the same one however often it asks', async () => {
  const mine = await run();
  expect(await boardForRun(pool, wish(mine))).toMatchObject({ outcome: 'granted', board: 'a' });
  expect(await boardForRun(pool, wish(mine))).toMatchObject({ outcome: 'granted', board: 'a' });
  expect(await held(mine)).toBe('a');
});

test('the second run waits with a place in the queue and has the board when the first has ended', async () => {
  await runner();
  const [first, second] = [await run(), await run()];
  await boardForRun(pool, wish(first));
  const place = await boardForRun(pool, wish(second));
  expect(place).toMatchObject({
    outcome: 'queued',
    reason: expect.stringMatching(/^number 1 in the queue .* at the earliest$/),
  });
  expect(await boardForRun(pool, wish(second))).toMatchObject(
    place.outcome === 'queued' ? { reservationId: place.reservationId } : {},
  );
  await finish(first);
  await tend();
  expect([await held(first), await held(second)]).toEqual([null, 'a']);
});

test('a run renews its hold while it lives', async () => {
  await runner();
  const mine = await run();
  await boardForRun(pool, wish(mine));
  await pool.query(`UPDATE reservation_board SET ends_at = now() + interval '30 seconds'`);
  await tend();
  const { rows } = await pool.query(
    `SELECT extract(epoch FROM ends_at - now())::float8 AS left FROM reservation_board`,
  );
  expect(rows[0].left).toBeGreaterThan(240);
});

test('a person who wants the board has it after the iteration, never in the midst of it', async () => {
  await runner();
  const mine = await run('TEST_SETUP.FLASH_OR_DEPLOY');
  await boardForRun(pool, wish(mine));
  const eve = await reserve(pool, wishFor('a', { wait: true }));
  await tend();
  expect([await held(mine), (await reservationNamed(pool, eve.id)).status]).toEqual(['a', 'queued']);
  await stateOf(mine, 'RESULT_ANALYSIS');
  await tend();
  expect([await held(mine), (await reservationNamed(pool, eve.id)).status]).toEqual([null, 'held']);
});

test('or when the next iteration asks for it, whichever comes first', async () => {
  const mine = await run('TEST_SETUP.RESOURCE_ALLOC.REQUEST');
  await boardForRun(pool, wish(mine));
  const eve = await reserve(pool, wishFor('a', { wait: true }));
  expect(await boardForRun(pool, wish(mine))).toMatchObject({ outcome: 'queued' });
  expect(await reservationNamed(pool, eve.id)).toMatchObject({ status: 'held' });
});

test('a run that does not give way keeps its board until it ends', async () => {
  await runner();
  const mine = await run('RESULT_ANALYSIS');
  await boardForRun(pool, wish(mine, { yields: false }));
  const eve = await reserve(pool, wishFor('a', { wait: true }));
  await tend();
  expect((await reservationNamed(pool, eve.id)).status).toBe('queued');
});

test('who has reserved the board from a time on begins a little later while the run flashes', async () => {
  await runner();
  const mine = await run('TEST_SETUP.FLASH_OR_DEPLOY');
  await boardForRun(pool, wish(mine));
  const eve = await reserve(pool, wishFor('a', { from: Date.now() + 6 * 60_000, minutes: 60 }));
  // As if it were six minutes later, ten seconds before she begins.
  const startsAt = Date.now() + 10_000;
  const at = `to_timestamp(${startsAt} / 1000.0)`;
  await pool.query(`UPDATE reservation_board SET ends_at = ${at} WHERE reservation_id <> $1`, [eve.id]);
  await pool.query(`UPDATE lease SET expires_at = ${at}`);
  await pool.query(`UPDATE reservation_board SET starts_at = ${at} WHERE reservation_id = $1`, [eve.id]);
  await pool.query(`UPDATE reservation SET starts_at = ${at} WHERE id = $1`, [eve.id]);
  await tend();
  const later = await reservationNamed(pool, eve.id);
  expect([await held(mine), later.status, later.startsAt - startsAt]).toEqual(['a', 'booked', 60_000]);
  await stateOf(mine, 'RESULT_ANALYSIS');
  await tend();
  expect(await held(mine)).toBe(null);
});

test('a board that has just failed the run is given back for another', async () => {
  const mine = await run();
  const any = { want: { type: 'stm32f4', tags: [] } };
  expect(await boardForRun(pool, wish(mine, any))).toMatchObject({ board: 'a' });
  expect(await boardForRun(pool, wish(mine, { ...any, avoid: ['a'] }))).toMatchObject({ board: 'b' });
  expect(await reserve(pool, wishFor('a'))).toMatchObject({ status: 'held' });
});

test('what no board is like is not waited for', async () => {
  const mine = await run();
  const place = await boardForRun(pool, wish(mine, { want: { tags: ['flux'] } }));
  expect(place).toEqual({ outcome: 'unavailable', reason: expect.stringContaining('no board has the tag flux') });
});

test('a runner that falls silent loses its run’s board, with the reason in the history', async () => {
  await runner({ silentFor: 30 });
  const other = await runner({ host: 'h2' });
  const mine = await run();
  await boardForRun(pool, wish(mine));
  await pool.query(`UPDATE board SET host = CASE name WHEN 'a' THEN 'h1' END, changed_by = 'test'`);
  await lookAtBoards(pool, { runnerId: other, silentMs });
  await tend();
  expect(await held(mine)).toBe(null);
  const { rows } = await pool.query(
    `SELECT e.kind, e.reason FROM board_event e JOIN board b ON b.id = e.board_id WHERE b.name = 'a' AND kind IN ('offline', 'released') ORDER BY e.id DESC LIMIT 2`,
  );
  expect(rows).toEqual([
    { kind: 'released', reason: 'a went offline: the runner on h1.example is not heard of: it is silent' },
    { kind: 'offline', reason: 'the runner on h1.example is not heard of: it is silent' },
  ]);
  await pool.query(`UPDATE runner SET renewed_at = now()`);
  await lookAtBoards(pool, { runnerId: other, silentMs });
  expect(await reserve(pool, wishFor('a'))).toMatchObject({ status: 'held' });
  await pool.query(`UPDATE board SET host = NULL, changed_by = 'test'`);
});

test.each([
  ['a site with a runner of its own is reached by that alone', [{ site: 'berlin', silentFor: 60 }, {}], true],
  ['a site without one is reached by the runners of the stack', [{}], false],
  ['a runner of another site reaches nothing here', [{ site: 'rome' }], true],
])('%s', async (_, runners, offline) => {
  for (const fields of runners) await runner(fields);
  const looking = await runner({ host: 'h3', site: 'rome' });
  await lookAtBoards(pool, { runnerId: looking, silentMs });
  const { rows } = await pool.query(`SELECT DISTINCT offline_since IS NOT NULL AS offline FROM board`);
  expect(rows).toEqual([{ offline }]);
});

test('a board that goes bad in a run is taken from it', async () => {
  await runner();
  const mine = await run();
  await boardForRun(pool, wish(mine));
  await setHealth(pool, { board: 'a', to: 'bad', by: 'lea', reason: 'smoke' });
  await tend();
  expect(await held(mine)).toBe(null);
});

test('a person can take a board from a run', async () => {
  const mine = await run();
  await boardForRun(pool, wish(mine));
  await release(pool, 'a', { by: 'lea', manages: () => true, reason: 'fire drill' });
  expect(await held(mine)).toBe(null);
});
