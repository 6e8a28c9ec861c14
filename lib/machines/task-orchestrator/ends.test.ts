import { describe, expect, test } from 'vitest';
import { errorCodes } from '#lib/tasks/error-codes.ts';
import { asking, endOf, everyState, notKept, onlyFirst, summedUp, unclear } from './testing/cases.ts';
import { asked, contextOf, fails, planned, play, type Script, says, tell, used, verified } from './testing/script.ts';

describe('ends', () => {
  test.each<[string, Script, object, string, number]>([
    [
      'what is not required and fails is a warning',
      {
        'verify-task': verified(false),
        'draft-plan': planned({ verification: { mode: 'lint', required: false, own: 0 } }),
      },
      {},
      'completed',
      0,
    ],
    [
      'a plan without verification is done with its steps',
      { 'draft-plan': planned({ verification: { mode: 'none', required: false, own: 0 } }) },
      {},
      'completed',
      0,
    ],
    ['a step that fails for ever is blocked', { 'use-tool': used(false) }, {}, 'blocked', 1],
    ['a verification that fails for ever is blocked', { 'verify-task': verified(false) }, {}, 'blocked', 1],
    [
      'planning anew for ever is blocked',
      { 'verify-task': verified(false), 'draft-repair': says({ outcome: 'replan', reason: 'again' }) },
      {},
      'blocked',
      1,
    ],
    ['context that fails for ever is blocked', { 'gather-context': fails() }, {}, 'blocked', 1],
    ['a plan that fails for ever is blocked', { 'draft-plan': fails('E_MODEL') }, {}, 'blocked', 1],
    ['what the project denies is blocked', {}, { permissions: { write: 'deny' } }, 'blocked', 1],
    ['what could not be kept is no success', { 'summarise-task': says(notKept) }, {}, 'blocked', 1],
    ['what was never summed up is no success', { 'summarise-task': fails('ACTIVITY_LOST') }, {}, 'blocked', 1],
    [
      'a summary that is cut off is made again',
      { 'summarise-task': onlyFirst(fails('ACTIVITY_LOST'), says(summedUp)) },
      {},
      'completed',
      0,
    ],
    [
      'in ci the playbook clarifies',
      { 'take-in-request': onlyFirst(unclear, says({ intent: 'x', denied: [], risk: 'low', questions: [] })) },
      { mode: 'ci' },
      'completed',
      0,
    ],
    [
      'in ci a question without an answer is blocked',
      {
        'take-in-request': unclear,
        'answer-for-person': says({ answered: false, answer: '', reason: 'no step left' }),
      },
      { mode: 'ci' },
      'blocked',
      1,
    ],
    ['two rounds of questions are enough', { 'take-in-request': unclear }, { mode: 'ci' }, 'blocked', 1],
    ['in ci the playbook says yes', {}, { ...asking, mode: 'ci' }, 'completed', 0],
    [
      'in ci without an answer it is no',
      { 'answer-for-person': says({ answered: false, answer: '', reason: 'no step left' }) },
      { ...asking, mode: 'ci' },
      'cancelled',
      1,
    ],
  ])('%s', (_, script, input, outcome, exitCode) => {
    expect(endOf(play(asked(input), script))).toEqual({ outcome, exitCode });
  });

  test.each(Array.from(new Set([...everyState().map(([state]) => state)])))('CANCEL in %s is summed up', (state) => {
    const run = everyState().find(([name]) => name === state)?.[1];
    if (run === undefined) throw new Error(state);
    const cancelled = tell(run, { type: 'CANCEL', reason: 'changed my mind' });
    if (state === 'SUMMARIZING' || state === 'DONE') return expect(cancelled.fate).toBe('refused');
    expect(cancelled.run.state).toBe('SUMMARIZING');
    expect(endOf(play(cancelled.run))).toEqual({ outcome: 'cancelled', exitCode: 1 });
  });

  test('of a blocked task the step in the way is blocked, those after it are skipped, and the record has code and next step', () => {
    const blocked = play(asked(), { 'use-read-tool': used(false) });
    expect(contextOf(blocked).statuses).toEqual(['blocked', 'skipped']);
    expect(blocked.records.find(({ kind }) => kind === 'final')?.data).toMatchObject({
      final_status: 'blocked',
      code: 'E_CONFLICT',
      last_error: 'E_CONFLICT: it does not fit',
      look_at_next: errorCodes.E_CONFLICT,
    });
    expect(contextOf(play(asked(), {}, 'EXECUTING.USE')).statuses).toEqual(['done', 'in_progress']);
  });

  test('a task whose minutes are up while it is summed up ends as it had ended', () => {
    const late = tell(play(asked(), {}, 'SUMMARIZING'), { type: 'control.timeout' }).run;
    expect(endOf(play(late))).toEqual({ outcome: 'completed', exitCode: 0 });
  });

  test('an abort is summed up and ends as aborted', () => {
    const aborted = tell(play(asked(asking)), { type: 'control.abort', reason: 'enough' }).run;
    expect(endOf(play(aborted))).toEqual({ outcome: 'aborted', exitCode: 3 });
  });
});
