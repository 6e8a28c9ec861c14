import { expect, test } from 'vitest';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { pathWalked } from './path-walked.ts';

const pool = await testPool();

/** Transitions after those that a run begins with, by number: from, to, milliseconds in the state that is left. */
const way = [
  [101, '', 'CALM', 0],
  [102, 'CALM', 'BUILD.RUN', 5],
  [103, 'BUILD.RUN', 'BUILD.CHECK', 10],
  [104, 'BUILD.CHECK', 'BUILD.CHECK', 100],
  [105, 'BUILD.CHECK', 'TEST', 20],
  [106, 'TEST', 'BUILD.RUN', 30],
  [107, 'BUILD.RUN', 'TEST', 40],
] as const;

test('the way of a run counts its states by visits and time and its ways between top-level states, up to any transition', async () => {
  const run = await startToyRun(toyEngine(pool), { goal: 1 });
  const before = await pathWalked(pool, run);
  for (const row of way)
    await pool.query(
      `INSERT INTO transition (run_id, seq, event_seq, from_state, to_state, event_type, reason, evidence, iteration, actor, at, ms_in_from)
       VALUES ($1, $2, 0, $3, $4, 'e', 'r', '[]', 0, 'a', now(), $5)`,
      [run, ...row],
    );
  const { times, edges } = await pathWalked(pool, run);
  const counted = times.slice().sort((one, other) => one.state.localeCompare(other.state));
  expect(counted.filter(({ state }) => !before.times.some((known) => known.state === state))).toEqual([
    { state: 'BUILD.CHECK', visits: 1, ms: 20 },
    { state: 'BUILD.RUN', visits: 2, ms: 50 },
    { state: 'CALM', visits: 1, ms: 5 },
    { state: 'TEST', visits: 2, ms: 30 },
  ]);
  expect(edges).toHaveLength(before.edges.length + 3);
  expect(edges).toEqual(
    expect.arrayContaining([
      ...before.edges,
      { from: 'CALM', to: 'BUILD', taken: 1, last: 102 },
      { from: 'BUILD', to: 'TEST', taken: 2, last: 107 },
      { from: 'TEST', to: 'BUILD', taken: 1, last: 106 },
    ]),
  );
  expect((await pathWalked(pool, run, 105)).edges).toContainEqual({ from: 'BUILD', to: 'TEST', taken: 1, last: 105 });
});
