import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { insertLogChunks, logOf } from '#server/store/log-chunks.ts';
import { eventually } from '#server/testing/eventually.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { createLogWriter, type LogWriter } from './log-writer.ts';

const pool = await testPool();

async function newLog(confirmed?: Promise<void>): Promise<{ log: LogWriter; activityId: string }> {
  const runId = await startToyRun(toyEngine(pool), { goal: 1 });
  const { rows } = await pool.query('SELECT id FROM activity WHERE run_id = $1', [runId]);
  const activityId = rows[0].id;
  return {
    log: createLogWriter(pool, (text) => text, { activityId, runId, ...(confirmed && { confirmed }) }),
    activityId,
  };
}

/** Nothing can be written to a log until the returned client commits. */
async function holdLogs(): Promise<PoolClient> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE log_chunk IN ACCESS EXCLUSIVE MODE');
  return client;
}

const waiting = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO log_chunk%'`;
const someoneWaits = () =>
  eventually('a log waits to be written', async () => (await pool.query(waiting)).rows[0]?.pid as number | undefined);

async function release(client: PoolClient): Promise<void> {
  await client.query('COMMIT');
  client.release();
}

async function textOf(activityId: string): Promise<string> {
  const chunks = await logOf(pool, activityId, { n: 0, limit: 1_000 });
  return Buffer.concat(chunks.map(({ data }) => data)).toString();
}

test('a log loses nothing when its connection is cut while it writes', async () => {
  const { log, activityId } = await newLog();
  const held = await holdLogs();
  log.say('one');
  await pool.query('SELECT pg_terminate_backend($1)', [await someoneWaits()]);
  log.say('two');
  await release(held);
  await log.close();
  expect(await textOf(activityId)).toBe('one\ntwo\n');
});

test('who prints faster than the database takes it waits, however small its pieces are', async () => {
  const { log, activityId } = await newLog();
  const held = await holdLogs();
  const piece = Buffer.from(`${'x'.repeat(600 * 1024)}\n`);
  expect(log.write('stdout', piece)).toBeUndefined();
  await someoneWaits();
  const told = log.write('stdout', piece);
  await release(held);
  await told;
  expect(told).toBeInstanceOf(Promise);
  await log.close();
  expect(await textOf(activityId)).toHaveLength(2 * piece.length);
});

test('a log waits for the confirmation of its activity, and one without it stores nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const early = await newLog(promise);
  const never = Promise.withResolvers<void>();
  const dropped = await newLog(never.promise);
  for (const { log } of [early, dropped]) log.say('begun');
  const closing = early.log.close();
  never.reject(new Error('not to be'));
  await expect(dropped.log.close()).rejects.toThrow('not to be');
  expect(await textOf(early.activityId)).toBe('');
  resolve();
  await closing;
  expect([await textOf(early.activityId), await textOf(dropped.activityId)]).toEqual(['begun\n', '']);
});

test('the little that is left of a log is given to be stored with the end, after what is stored already', async () => {
  const { log, activityId } = await newLog();
  log.say('long ago');
  await eventually('that is stored', async () => (await textOf(activityId)) !== '');
  log.say('at last');
  const last = await log.close({ leavesLittle: true });
  expect(await textOf(activityId)).toBe('long ago\n');
  await insertLogChunks(pool, last);
  await insertLogChunks(pool, last);
  expect(await textOf(activityId)).toBe('long ago\nat last\n');
});

test.each([
  ['it is much', (log: LogWriter) => void log.write('stdout', Buffer.from(`${'x'.repeat(70_000)}\n`)), 70_001],
  [
    'some is on its way',
    async (log: LogWriter) => {
      log.say('first');
      const held = await holdLogs();
      await someoneWaits();
      log.say('then');
      setTimeout(() => void release(held), 50);
    },
    'first\nthen\n'.length,
  ],
])('a log is stored to its end where %s', async (_, print, length) => {
  const { log, activityId } = await newLog();
  await print(log);
  expect(await log.close({ leavesLittle: true })).toEqual([]);
  expect(await textOf(activityId)).toHaveLength(length);
});
