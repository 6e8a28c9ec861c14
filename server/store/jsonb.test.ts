import { expect, test } from 'vitest';
import { failedEvent } from '#lib/engine/names.ts';
import { send } from '#server/engine/send.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { writeAudit } from './audit.ts';
import { retryActivity } from './end-activity.ts';

const pool = await testPool();

/** A program printed a NUL, and a sentence was cut in the middle of a character. */
const error = { code: 'NO_LUCK', message: 'a\0b \uD83D' };
const kept = { code: 'NO_LUCK', message: 'a\uFFFDb \uFFFD' };

async function runningActivity(): Promise<{ id: string; run: string }> {
  const run = await startToyRun(toyEngine(pool), { goal: 1 });
  const { rows } = await pool.query(`UPDATE activity SET status = 'running' WHERE run_id = $1 RETURNING id`, [run]);
  return { id: rows[0].id, run };
}

async function errorOf(activity: string): Promise<unknown> {
  const { rows } = await pool.query('SELECT error FROM activity WHERE id = $1', [activity]);
  return rows[0].error;
}

test('an error with what Postgres cannot keep ends its activity like any other', async () => {
  const { id, run } = await runningActivity();
  const sent = await send(toyEngine(pool), run, {
    type: failedEvent('toil'),
    payload: { visit: 1, error },
    key: `activity:${id}`,
    actor: 'runner',
    finish: { activityId: id, from: 'running', status: 'failed', output: null, error },
  });
  expect([sent.fate, await errorOf(id)]).toEqual(['applied', kept]);
});

test('an attempt that failed with it is tried again', async () => {
  const { id } = await runningActivity();
  expect(await retryActivity(pool, id, { status: 'failed', delayMs: 0, error })).toBe(true);
  expect(await errorOf(id)).toEqual(kept);
});

test('what a person did is written down whatever they wrote', async () => {
  await writeAudit(pool, {
    actor: 'eve',
    action: 'run.note',
    targetKind: 'run',
    targetId: '1',
    door: 'cli',
    after: error,
  });
  const { rows } = await pool.query(`SELECT "after" FROM audit WHERE action = 'run.note'`);
  expect(rows).toEqual([{ after: kept }]);
});
