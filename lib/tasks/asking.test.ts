import { expect, test } from 'vitest';
import { asked, contextOf, play, says } from '#lib/machines/task-orchestrator/testing/script.ts';
import { askingOf } from './asking.ts';

test('a task that waits for answers asks its questions', () => {
  const unclear = says({ intent: 'mend', denied: [], risk: 'low', questions: ['Which filter?'] });
  const run = play(asked(), { 'take-in-request': unclear });
  expect(askingOf(run.state, contextOf(run))).toEqual({ kind: 'question', questions: ['Which filter?'] });
});

test('a task that waits for a yes says to what, in which plan, and what comes before and after', () => {
  const run = play(asked({ permissions: { write: 'ask', execute: 'allow' } }));
  expect(askingOf(run.state, contextOf(run))).toEqual({
    kind: 'confirmation',
    planId: 'plan-1',
    what: 'step 2 of 2 "change" writes files (apply_patch)',
    risk: 'write',
    lastNo: false,
  });
});

test('a task that works asks nothing, and neither does another machine', () => {
  const run = play(asked(), {}, 'PLANNING');
  expect(askingOf(run.state, contextOf(run))).toBeNull();
  expect(askingOf('HUMAN_REVIEW.OPEN', { settings: {} })).toBeNull();
});
