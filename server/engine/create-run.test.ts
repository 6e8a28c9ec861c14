import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { storedRun } from '#server/store/stored-run.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { createRun } from './create-run.ts';
import { forkRun } from './fork-run.ts';

const pool = await testPool();
const engine = toyEngine(pool);

const ofNoProject = {
  projectId: randomUUID(),
  machine: 'toy',
  machineVersion: 1,
  title: 'toy',
  input: { goal: 1, minutes: 60 },
  createdBy: 'eve',
  firstEvent: 'START',
};

test('runs and forks that are made at one moment, among some that fail, are numbered without gaps', async () => {
  const first = await startToyRun(engine, { goal: 1 });
  await Promise.allSettled(
    Array.from({ length: 5 }, (_, at) => [
      startToyRun(engine, { goal: 1 }),
      createRun(engine, ofNoProject),
      forkRun(engine, { runId: first, atSeq: 1, by: 'eve', reason: '', commandId: `fork ${at}` }),
    ]).flat(),
  );
  expect((await storedRun(pool, first)).number).toBe(1);
  const { rows } = await pool.query<{ number: number }>('SELECT number FROM run ORDER BY number');
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
});
