import { describe, expect, test } from 'vitest';
import type { ScriptedRun } from '../testing/scripted.ts';
import {
  answered,
  asked,
  changed,
  confirmed,
  contextOf,
  due,
  endOf,
  fails,
  inTurn,
  play,
  type Script,
  says,
  statesOf,
  tell,
  verified,
} from './testing/script.ts';

const broken: Script = { 'verify-prd': verified(false) };
const reasons = (run: ScriptedRun) => run.transitions.map(({ reason }) => reason).join('\n');

describe('a document', () => {
  test('is confirmed only as it was shown', () => {
    expect(tell(play(asked()), { type: 'USER_CONFIRM', prdId: 'prd-0' }).fate).toBe('refused');
    expect(tell(play(asked()), { type: 'USER_MODIFY', prdId: 'prd-0', change: 'x' }).fate).toBe('refused');
  });

  test('that is changed is planned again, and what was wanted is kept', () => {
    const run = play(tell(play(asked()), { type: 'USER_MODIFY', prdId: 'prd-1', change: 'one task only' }).run);
    expect(run.state).toBe('CONFIRMING.OPEN');
    expect(run.records.find(({ kind }) => kind === 'modification')?.data).toMatchObject({
      by: 'ada',
      change: 'one task only',
      prd_id: 'prd-1',
    });
  });

  test('that nobody answers to in time is cancelled', () => {
    expect(endOf(play(due(play(asked()), 'confirmation due')))).toEqual({ outcome: 'cancelled', exitCode: 1 });
  });
});

describe('trouble', () => {
  test('three fixes in a row are tried, and the number of each is in active_context.md', () => {
    const attempts: unknown[] = [];
    const note: Script['note-context'] = (_, { input }) => {
      const { task_status, auto_fix_attempts } = Object(input);
      if (task_status === 'AUTO_FIX') attempts.push(auto_fix_attempts);
      return says({ edits: [] })();
    };
    const run = confirmed({ ...broken, 'note-context': note });
    expect(run.state).toBe('BLOCKED.OPEN');
    expect(attempts).toEqual([1, 2, 3]);
  });

  test.each<[string, Script]>([
    ['an agent that has no idea', { 'implement-task': changed(false), 'fix-task': changed(false) }],
    ['work that is lost', { 'implement-task': fails('ACTIVITY_LOST'), 'fix-task': fails('ACTIVITY_LOST') }],
    ['a verification that cannot be run', { 'verify-prd': fails('TIMEOUT') }],
    ['a checkpoint that cannot be kept', { 'keep-checkpoint': fails() }],
  ])('%s ends in BLOCKED', (_, script) => {
    expect(confirmed(script).state).toBe('BLOCKED.OPEN');
  });

  test('a skipped task leaves nothing behind, and the next one begins', () => {
    const stuck = confirmed({ 'verify-prd': verified(false) });
    const run = play(tell(stuck, { type: 'SKIP' }).run, {}, 'EXECUTING.RUN');
    expect(statesOf(run)).not.toContain('ARCHIVING');
    expect(run.transitions.some(({ to }) => to === 'EXECUTING.DROP')).toBe(true);
    expect(contextOf(run)).toMatchObject({ statuses: ['skipped', 'in_progress'], at: 1, fixes: 0 });
  });

  test("a person's way out begins the count anew", () => {
    const helped = tell(confirmed(broken), { type: 'HUMAN_INTERVENTION', text: 'use 16 bits' }).run;
    const again = play(helped, broken);
    expect(again.state).toBe('BLOCKED.OPEN');
    expect(again.transitions.filter(({ to }) => to === 'AUTO_FIX.FIX')).toHaveLength(6);
    expect(again.records.find(({ kind }) => kind === 'intervention')?.data).toMatchObject({ text: 'use 16 bits' });
  });

  test('a block that nobody takes on in time is rolled back', () => {
    const run = play(due(confirmed(broken), 'block due'));
    expect(run.state).toBe('IDLE.ROLLED_BACK');
    expect(endOf(run)).toEqual({ outcome: 'rolled back', exitCode: 1 });
  });

  test('a roll back goes to the last checkpoint, and so does an abort', () => {
    const secondFails = inTurn(verified(true), verified(false));
    const names = inTurn(
      says({ checkpoint: 'chk-202602081200', commit: 'base', evidence: [] }),
      says({ checkpoint: 'chk-202602081201', commit: 'one', evidence: [] }),
    );
    const stuck = confirmed({ 'verify-prd': secondFails, 'keep-checkpoint': names });
    for (const type of ['ROLLBACK', 'control.abort']) {
      const [back] = tell(stuck, { type, reason: 'enough' }).run.pending;
      expect(back).toMatchObject({ name: 'return-to-checkpoint', input: { tree: 'one' } });
    }
    expect(endOf(play(tell(stuck, { type: 'control.abort', reason: 'enough' }).run))).toEqual({
      outcome: 'aborted',
      exitCode: 3,
    });
  });

  test('the end of its time changes nothing of how a session ends that is being wrapped up', () => {
    const archived = play(confirmed({}, 'ARCHIVING.KEEP'), {}, 'IDLE.NOTE');
    const late = tell(archived, { type: 'control.timeout' });
    expect(late.fate).toBe('applied');
    expect(endOf(play(late.run))?.outcome).toBe('archived');
    const early = tell(confirmed({}, 'EXECUTING.RUN'), { type: 'control.timeout' }).run;
    expect(endOf(play(early))).toEqual({ outcome: 'failed', exitCode: 1 });
  });

  test('a session that is aborted while it is wrapped up ends at its last checkpoint, without an archive', () => {
    const archived = play(confirmed({}, 'ARCHIVING.KEEP'), {}, 'IDLE.NOTE');
    const aborted = play(tell(archived, { type: 'control.abort', reason: 'enough' }).run);
    expect(endOf(aborted)?.outcome).toBe('aborted');
    expect(aborted.records.findLast(({ kind }) => kind === 'final')?.data).toMatchObject({ commit: 'c1' });
  });

  test('a hand edit of active_context.md is shown in the trace and obeyed by nobody', () => {
    const note = inTurn(says({ edits: [] }), says({ edits: ['task_status PLANNING was changed to EXECUTING'] }));
    const run = play(asked(), { 'note-context': note });
    expect(run.state).toBe('CONFIRMING.OPEN');
    expect(reasons(run)).toMatch(
      /changed by hand, shown and not obeyed: task_status PLANNING was changed to EXECUTING/,
    );
  });
});

describe('where nobody is waited for', () => {
  test.each<[string, string, Script, string, number]>([
    ['the playbook says go', 'ci', {}, 'archived', 0],
    ['the playbook cancels', 'ci', { 'answer-for-person': answered('cancel') }, 'cancelled', 1],
    ['there is no answer to the document', 'auto', { 'answer-for-person': fails('E_MODEL') }, 'cancelled', 1],
    [
      'there is no answer to a block',
      'ci',
      {
        ...broken,
        'answer-for-person': inTurn(answered('Go'), says({ answered: false, answer: '', reason: 'no step' })),
      },
      'rolled back',
      1,
    ],
    [
      'the playbook skips',
      'ci',
      {
        'verify-prd': inTurn(...Array(4).fill(verified(false)), verified(true)),
        'answer-for-person': inTurn(answered('Go'), answered('skip')),
      },
      'archived',
      0,
    ],
    [
      'the playbook gives a fix',
      'ci',
      {
        'verify-prd': inTurn(...Array(4).fill(verified(false)), verified(true)),
        'answer-for-person': inTurn(answered('Go'), answered('fix: use 16 bits')),
      },
      'archived',
      0,
    ],
    [
      'the playbook has it changed first',
      'ci',
      { 'answer-for-person': inTurn(answered('modify: one task'), answered('Go')) },
      'archived',
      0,
    ],
    [
      'the playbook gives the same fix for ever',
      'ci',
      { ...broken, 'answer-for-person': inTurn(answered('Go'), answered('fix: again')) },
      'rolled back',
      1,
    ],
  ])('%s', (_, mode, script, outcome, exitCode) => {
    expect(endOf(play(asked({ mode }), script))).toEqual({ outcome, exitCode });
  });
});
