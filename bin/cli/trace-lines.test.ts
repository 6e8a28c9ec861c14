import { expect, test } from 'vitest';
import { traceLines } from './trace-lines.ts';

const transition = {
  seq: 8,
  from: 'INIT.REQUEST',
  to: 'INIT.DEPLOY',
  event: 'granted',
  reason: 'host is ours until the run gives it back',
  evidence: [],
  iteration: 0,
  actor: 'runner',
  at: '2026-11-28T00:36:28.245Z',
  ms_in_from: 17,
};

test('a terminal without room for the table gets a few lines for each transition', () => {
  expect(traceLines([transition], 46)).toEqual([
    '8     INIT.REQUEST → INIT.DEPLOY',
    '      host is ours until the run gives it back',
    '      2026-11-28T00:36:28.245Z, iteration 0,',
    '      after 17 ms, by runner',
  ]);
});

test('a wide terminal and a file get a table', () => {
  expect(traceLines([transition], 200)).toEqual(traceLines([transition]));
  expect(traceLines([transition])).toHaveLength(2);
});
