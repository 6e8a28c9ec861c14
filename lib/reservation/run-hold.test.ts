import { expect, test } from 'vitest';
import { decideHold, type RunHold } from './run-hold.ts';

const working = {
  state: 'TEST_RUN',
  status: 'active',
  hostGone: null,
  boardGone: null,
  yieldAsked: false,
  endsAt: 600_000,
};

test.each<[string, Partial<RunHold>, string]>([
  ['a run that tests keeps its board', {}, 'keep'],
  ['a hold that ends soon is renewed', { endsAt: 60_000 }, 'renew'],
  ['a run that has ended gives it back', { status: 'finished', state: 'SUCCESS' }, 'the run has ended'],
  ['a board that went offline is lost', { boardGone: 'b1 went offline' }, 'b1 went offline'],
  ['a run whose runner is gone gives it back', { hostGone: 'the runner is silent' }, 'the runner is silent'],
  [
    'a run that is asked to give way goes on flashing',
    { state: 'TEST_SETUP.FLASH_OR_DEPLOY', yieldAsked: true },
    'keep',
  ],
  [
    'and gives way after its iteration',
    { state: 'RESULT_ANALYSIS', yieldAsked: true },
    'the run gave way to a person after its iteration',
  ],
  [
    'a run that waits for a person keeps no board',
    { state: 'HUMAN_REVIEW.OPEN', status: 'waiting' },
    'the run is waiting in HUMAN_REVIEW.OPEN',
  ],
  ['a run that is paused while it tests keeps its board', { status: 'paused' }, 'keep'],
  ['a run that thinks keeps its board', { state: 'PATCH_GENERATION' }, 'keep'],
])('%s', (_, changes, expected) => {
  const decided = decideHold({ ...working, ...changes }, 0);
  expect(decided.act === 'end' ? decided.because : decided.act).toBe(expected);
});
