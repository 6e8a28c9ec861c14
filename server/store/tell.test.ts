import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { type Hint, tell } from './tell.ts';

/** Takes so long for each sending; `sent` are the texts of each. */
function slowPool(ms: number) {
  const sent: string[][] = [];
  const query = async ({ values }: { values: [string[], string[]] }) => {
    sent.push(values[1]);
    await wait(ms);
  };
  return { pool: { query } as unknown as Pool, sent };
}

const run = (text: string): Hint => ['firmloop_run', text];
const cancel = (text: string): Hint => ['firmloop_cancel', text];

test('what only pages hear is sent together, also with what has to go at once', async () => {
  const { pool, sent } = slowPool(0);
  tell(pool, [run('1')]);
  tell(pool, [['firmloop_log', '2']]);
  await wait(5);
  expect(sent).toEqual([]);
  await eventually('both are sent', () => sent.length > 0);
  expect(sent).toEqual([['1', '2']]);
  tell(pool, [run('3')]);
  tell(pool, [cancel('4')]);
  await eventually('the others are sent', () => sent.length > 1);
  expect(sent.slice(1)).toEqual([['3', '4']]);
});

test('what comes while others are sent is sent after them, however long they take', async () => {
  const { pool, sent } = slowPool(100);
  tell(pool, [cancel('1')]);
  await wait(20);
  expect(sent).toEqual([['1']]);
  tell(pool, [run('2')]);
  await eventually('it is sent', () => sent.length > 1);
  tell(pool, [cancel('3')]);
  tell(pool, [run('4')]);
  await eventually('all are sent', () => sent.flat().length === 4);
  expect(sent.flat()).toEqual(['1', '2', '3', '4']);
});

test('a sending that fails is not the last', async () => {
  let asked = 0;
  const query = async () => {
    asked += 1;
    if (asked === 1) throw new Error('the database is gone');
  };
  const pool = { query } as unknown as Pool;
  tell(pool, [cancel('1')]);
  await eventually('the first was tried', () => asked === 1);
  tell(pool, [run('2')]);
  await eventually('the second was sent', () => asked === 2);
});
