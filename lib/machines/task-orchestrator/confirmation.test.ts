import { describe, expect, test } from 'vitest';
import { askingOf } from '#lib/tasks/asking.ts';
import type { ScriptedRun } from '../testing/scripted.ts';
import { asking, asksToRun, endOf, no, ownCommands, yes } from './testing/cases.ts';
import { asked, contextOf, outline, planned, play, says, tell, used } from './testing/script.ts';

describe('confirmation', () => {
  test('a yes to another plan than the one shown is refused', () => {
    expect(tell(play(asked(asking)), { ...yes, planId: 'plan-0' }).fate).toBe('refused');
  });

  test('a yes to the step covers its calls and no other step', () => {
    const steps = [outline.steps[1], { ...outline.steps[1], id: 's3' }] as never;
    const script = { 'draft-plan': planned({ steps }) };
    const second = play(tell(play(asked(asking), script), yes).run, script);
    expect(second.state).toBe('AWAITING_CONFIRMATION.OPEN');
    expect(contextOf(second).at).toEqual({ step: 1, call: 0 });
  });

  test('a yes to the kind covers it in the whole run', () => {
    const steps = [outline.steps[1], { ...outline.steps[1], id: 's3' }] as never;
    const script = { 'draft-plan': planned({ steps }) };
    const afterWrite = play(tell(play(asked(asking), script), { ...yes, scope: 'kind' }).run, script);
    expect(contextOf(afterWrite).at).toEqual({ step: 0, call: 1 });
    const afterRun = play(tell(afterWrite, { ...yes, scope: 'kind' }).run, script);
    expect(endOf(afterRun)?.outcome).toBe('completed');
  });

  test('a repair that needs a dangerous tool waits for a yes like any other', () => {
    const begun = play(tell(play(asked(asking)), yes).run, { 'use-tool': used(false) }, 'RECOVERING');
    const repaired = {
      ...outline,
      planId: 'plan-2',
      steps: [outline.steps[0], { id: 'fix', title: 'delete', calls: [{ tool: 'delete_file', risk: 'delete' }] }],
    };
    const waiting = play(begun, { 'draft-repair': says({ outcome: 'fix', reason: 'x', plan: repaired as never }) });
    expect(waiting.state).toBe('AWAITING_CONFIRMATION.OPEN');
  });

  test('a refusal binds the next plan', () => {
    const refused = tell(play(asked(asking)), { ...no, reason: 'not the driver' }).run;
    const [start] = refused.pending;
    expect(JSON.stringify(start?.input)).toContain('not the driver');
  });
});

describe('undoing', () => {
  const inputOf = (run: ScriptedRun) => run.pending.at(-1)?.input;
  const failing = { 'use-tool': used(false) };
  const mended = { ...outline, planId: 'plan-2' } as never;

  test('a roll back takes back what the step did by the plans that this one was mended from', () => {
    const once = play(
      asked(),
      { ...failing, 'draft-repair': says({ outcome: 'fix', reason: 'x', plan: mended }) },
      'EXECUTING.USE',
    );
    const fixed = play(
      play(once, failing, 'RECOVERING.REPAIR'),
      { 'draft-repair': says({ outcome: 'fix', reason: 'x', plan: mended }) },
      'EXECUTING.USE',
    );
    const undoes = play(
      play(fixed, failing, 'RECOVERING.REPAIR'),
      { 'draft-repair': says({ outcome: 'roll-back', reason: 'x' }) },
      'RECOVERING.UNDO',
    );
    expect(inputOf(undoes)).toEqual({ since: 'step', planIds: ['plan-1', 'plan-2'], step: 1 });
  });

  test('a person undoes a step and what followed, or everything, and the next plan is told', () => {
    const waiting = play(asked(asking));
    const undo = { type: 'UNDO', planId: 'plan-1', reason: 'not this file' };
    expect(inputOf(tell(waiting, { ...undo, step: 1 }).run)).toEqual({ since: 'step', planIds: ['plan-1'], step: 1 });
    const everything = tell(waiting, undo).run;
    expect(inputOf(everything)).toEqual({ since: 'run', planIds: [], step: 0 });
    expect(JSON.stringify(inputOf(play(everything, {}, 'PLANNING')))).toContain(
      'ada has undone everything that the task has changed: not this file',
    );
  });

  test.each([
    ['another plan', { planId: 'plan-0', step: 0 }],
    ['a step that the plan does not have', { planId: 'plan-1', step: 2 }],
  ])('of %s is refused', (_, fields) => {
    expect(tell(play(asked(asking)), { type: 'UNDO', ...fields }).fate).toBe('refused');
  });
});

describe('what a yes is asked for', () => {
  test('names everything of the step that would be done without asking again', () => {
    const run = play(asked(asking), { 'draft-plan': planned({ steps: outline.steps.slice(1) }) });
    expect(askingOf(run.state, contextOf(run))).toMatchObject({
      what: 'step 1 of 1 "change" writes files (apply_patch), then runs a command (run_terminal_cmd)',
      risk: 'write',
    });
  });

  test("names the verification where the plan's own commands are run", () => {
    const run = play(asked(asksToRun), { 'draft-plan': planned(ownCommands) });
    expect(askingOf(run.state, contextOf(run))).toMatchObject({
      what: 'the verification runs a command (run_terminal_cmd)',
      risk: 'execute',
    });
  });
});
