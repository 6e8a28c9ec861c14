import { expect, test } from 'vitest';
import { storedRun } from '#server/store/stored-run.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { forkRun } from './fork-run.ts';
import { replayRun } from './replay-run.ts';
import { type Sent, send } from './send.ts';

const pool = await testPool();
const engine = toyEngine(pool);

const toiled = (visit: number, key = `toil-${visit}`) => ({
  type: 'xstate.done.actor.toil',
  payload: { visit, output: { amount: visit } },
  key,
  actor: 'runner',
});
/** Ends the activity in flight as a runner does. */
async function toil(run: string, visit: number): Promise<Sent> {
  const { rows } = await pool.query(
    `UPDATE activity SET status = 'running' WHERE run_id = $1 AND visit = $2 AND status = 'queued' RETURNING id`,
    [run, visit],
  );
  const finish = { activityId: rows[0].id, from: 'running', status: 'done', output: null, error: null } as const;
  return await send(engine, run, { ...toiled(visit), finish });
}
const person = (type: string, key: string, payload = {}) => ({ type, payload, key, actor: 'eve' });

test('an event moves the run by one explained transition per microstep and starts what the next state invokes', async () => {
  const run = await startToyRun(engine, { goal: 2 });
  await toil(run, 1);
  const { rows } = await pool.query(
    'SELECT from_state, to_state, reason FROM transition WHERE run_id = $1 ORDER BY seq',
    [run],
  );
  expect(rows).toEqual([
    { from_state: '', to_state: 'IDLE', reason: 'the run was created' },
    { from_state: 'IDLE', to_state: 'WORK', reason: 'asked to' },
    { from_state: 'WORK', to_state: 'CHECK', reason: 'toiled 1' },
    { from_state: 'CHECK', to_state: 'WORK', reason: 'not enough' },
  ]);
  const activities = await pool.query('SELECT visit, status, input FROM activity WHERE run_id = $1 ORDER BY visit', [
    run,
  ]);
  expect(activities.rows[1]).toEqual({ visit: 2, status: 'queued', input: { round: 2 } });
});

test('the same key again is the same event, applied once', async () => {
  const run = await startToyRun(engine, { goal: 3 });
  const first = await toil(run, 1);
  const again = await send(engine, run, toiled(1));
  expect([first.fate, again.fate, again.seq]).toEqual(['applied', 'applied', first.seq]);
  expect((await storedRun(pool, run)).seq).toBe(2);
});

test('a result of an earlier visit is stored as stale and moves nothing', async () => {
  const run = await startToyRun(engine, { goal: 3 });
  await toil(run, 1);
  const late = await send(engine, run, toiled(1, 'late'));
  expect(late.fate).toBe('stale');
  expect((await storedRun(pool, run)).seq).toBe(2);
});

test('an event that the state does not take is refused with the reason, a deferrable one waits for its state', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  const odd = await send(engine, run, person('DANCE', 'odd'));
  expect(odd).toMatchObject({ fate: 'refused', reason: 'WORK does not take DANCE' });
  const early = await send(engine, run, person('ANSWER', 'early', { text: 'yes' }));
  expect(early.fate).toBe('pending');
  await toil(run, 1);
  expect(await storedRun(pool, run)).toMatchObject({ state: 'DONE', status: 'finished' });
});

test('of 20 equal events sent at once under different keys exactly one is applied', async () => {
  const run = await startToyRun(engine, { goal: 5 });
  await pool.query(`UPDATE activity SET status = 'done' WHERE run_id = $1`, [run]);
  const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => send(engine, run, toiled(1, `racer-${n}`))));
  expect(sent.filter((one) => one.fate === 'applied')).toHaveLength(1);
  expect(sent.filter((one) => one.fate === 'stale')).toHaveLength(19);
  expect(await replayRun(engine, run)).toMatchObject({ equal: true, events: 2 });
});

test('paused: a completion is applied, what it starts is held until the run is resumed, and the clocks stand still', async () => {
  const run = await startToyRun(engine, { goal: 3 });
  await send(engine, run, person('engine.pause', 'pause', { reason: 'lunch' }));
  await toil(run, 1);
  const held = await pool.query('SELECT status FROM activity WHERE run_id = $1 AND visit = 2', [run]);
  expect(held.rows).toEqual([{ status: 'held' }]);
  const clocks = await pool.query(
    'SELECT count(*)::int AS ticking FROM timer WHERE run_id = $1 AND due_at IS NOT NULL',
    [run],
  );
  expect(clocks.rows).toEqual([{ ticking: 0 }]);
  await send(engine, run, person('engine.resume', 'resume'));
  const after = await pool.query('SELECT status FROM activity WHERE run_id = $1 AND visit = 2', [run]);
  expect(after.rows).toEqual([{ status: 'queued' }]);
  const again = await pool.query(
    'SELECT count(*)::int AS ticking FROM timer WHERE run_id = $1 AND due_at IS NOT NULL',
    [run],
  );
  expect(again.rows).toEqual([{ ticking: 2 }]);
});

test('waiting for a person stops the clock of the run but not the clock of the wait', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  await toil(run, 1);
  const { rows } = await pool.query(
    'SELECT clock, due_at IS NULL AS stopped FROM timer WHERE run_id = $1 ORDER BY clock',
    [run],
  );
  expect(rows).toEqual([
    { clock: 'run', stopped: true },
    { clock: 'wait', stopped: false },
  ]);
  expect(await storedRun(pool, run)).toMatchObject({ status: 'waiting' });
});

test('an abort of queued work ends the run at once; of running work only when it is proved gone', async () => {
  const idle = await startToyRun(engine, { goal: 1 });
  await send(engine, idle, person('engine.abort', 'abort', { reason: 'enough' }));
  expect(await storedRun(pool, idle)).toMatchObject({ state: 'ABORTED', status: 'finished' });

  const busy = await startToyRun(engine, { goal: 1 });
  await pool.query(`UPDATE activity SET status = 'running' WHERE run_id = $1`, [busy]);
  await send(engine, busy, person('engine.abort', 'abort', { reason: 'enough' }));
  expect(await storedRun(pool, busy)).toMatchObject({ state: 'WORK', status: 'stopping' });
  await send(engine, busy, {
    type: 'engine.stopped',
    payload: { invokeId: 'toil', visit: 1 },
    key: 'gone',
    actor: 'runner',
  });
  expect(await storedRun(pool, busy)).toMatchObject({ state: 'ABORTED', status: 'finished' });
  expect((await replayRun(engine, busy)).equal).toBe(true);
});

test('a decision made on an older state of the run is refused and told so', async () => {
  const run = await startToyRun(engine, { goal: 3 });
  await toil(run, 1);
  const sent = await send(engine, run, { ...person('control.message', 'note', { text: 'x' }), expectedSeq: 1 });
  expect(sent).toMatchObject({ fate: 'refused', reason: expect.stringContaining('was at event 1') });
});

test('changed limits move the time-out of the run', async () => {
  const run = await startToyRun(engine, { goal: 3, minutes: 60 });
  const due = async () =>
    Number(
      (
        await pool.query(
          `SELECT extract(epoch FROM due_at) AS due FROM timer WHERE run_id = $1 AND id = 'engine.run'`,
          [run],
        )
      ).rows[0].due,
    );
  const before = await due();
  await send(engine, run, person('control.limits', 'limits', { changes: { minutes: 90 } }));
  expect((await due()) - before).toBeCloseTo(1800, 1);
});

test('a fork shares the log up to its point, starts again what was in flight, and replays equal', async () => {
  const run = await startToyRun(engine, { goal: 3 });
  await toil(run, 1);
  await toil(run, 2);
  const fork = await forkRun(engine, { runId: run, atSeq: 2, by: 'eve', reason: 'try again', commandId: 'fork-1' });
  const { rows } = await pool.query('SELECT visit, status FROM activity WHERE run_id = $1', [fork.id]);
  expect(rows).toEqual([{ visit: 2, status: 'queued' }]);
  expect(await replayRun(engine, fork.id)).toMatchObject({ equal: true, events: 3 });
  expect(await storedRun(pool, run)).toMatchObject({ seq: 3 });
});

test('transitions and decided events cannot be changed or deleted', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  await expect(pool.query('UPDATE transition SET reason = $2 WHERE run_id = $1', [run, 'x'])).rejects.toThrow(
    'append-only',
  );
  await expect(pool.query('DELETE FROM event WHERE run_id = $1', [run])).rejects.toThrow('append-only');
  await expect(pool.query(`UPDATE event SET actor = 'x' WHERE run_id = $1`, [run])).rejects.toThrow('append-only');
});

test('text with NUL and lone surrogates is stored with visible replacements, and the run still replays', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  await send(engine, run, person('control.message', 'odd', { text: 'a\0b\uD800c' }));
  const { rows } = await pool.query(`SELECT payload->>'text' AS text FROM event WHERE run_id = $1 AND key = 'odd'`, [
    run,
  ]);
  expect(rows).toEqual([{ text: 'a\uFFFDb\uFFFDc' }]);
  expect((await replayRun(engine, run)).equal).toBe(true);
});

test('a run whose machine version is not installed is never moved on: events wait, and it can be aborted', async () => {
  const run = await startToyRun(engine, { goal: 2 });
  const without = { ...engine, machine: () => null };
  expect((await send(without, run, { ...toiled(1), key: 'early' })).fate).toBe('pending');
  expect(await storedRun(pool, run)).toMatchObject({ seq: 1, state: 'WORK' });
  expect((await send(without, run, person('engine.abort', 'abort', { reason: 'upgrade' }))).fate).toBe('applied');
  expect(await storedRun(pool, run)).toMatchObject({ status: 'finished', state: 'WORK' });
});

test('a run in a state that its machine does not have any more is never moved on: events wait, and it can be aborted', async () => {
  const run = await startToyRun(engine, { goal: 2 });
  await pool.query(`UPDATE run SET snapshot = jsonb_set(snapshot, '{value}', '"TOIL"') WHERE id = $1`, [run]);
  const afresh = toyEngine(pool);
  expect((await send(afresh, run, { ...toiled(1), key: 'early' })).fate).toBe('pending');
  expect((await send(afresh, run, person('engine.abort', 'abort', { reason: 'upgrade' }))).fate).toBe('applied');
  expect(await storedRun(pool, run)).toMatchObject({ status: 'finished', state: 'TOIL' });
  const { rows } = await pool.query('SELECT reason FROM transition WHERE run_id = $1 ORDER BY seq DESC LIMIT 1', [run]);
  expect(rows[0].reason).toBe(
    'ended where it stands by eve, since it stands in TOIL, a state that toy version 1 does not have here: upgrade',
  );
});
