import { describe, expect, test } from 'vitest';
import type { ScriptedRun } from '../testing/scripted.ts';
import {
  asking,
  asksToRun,
  calmPermissions,
  endOf,
  no,
  notKept,
  onlyFirst,
  ownCommands,
  summedUp,
  unclear,
  yes,
} from './testing/cases.ts';
import { asked, contextOf, due, fails, outline, planned, play, says, tell, used, verified } from './testing/script.ts';

const states = (run: ScriptedRun) =>
  run.transitions.map(({ to }) => to.split('.')[0]).filter((to, at, all) => to !== all[at - 1]);

describe('the straight path', () => {
  test('takes in, gathers, plans, executes, verifies and sums up', () => {
    const run = play(asked());
    expect(states(run)).toEqual([
      'IDLE',
      'INTAKE',
      'CONTEXT_BUILDING',
      'PLANNING',
      'EXECUTING',
      'VERIFYING',
      'SUMMARIZING',
      'DONE',
    ]);
    expect(endOf(run)).toEqual({ outcome: 'completed', exitCode: 0 });
    expect(contextOf(run).statuses).toEqual(['done', 'done']);
  });

  test('uses read tools by one activity and tools that change by another, in the order of the plan', () => {
    const calls: string[] = [];
    const note = (name: string) => () => {
      calls.push(name);
      return used(true)();
    };
    play(asked(), { 'use-read-tool': note('read'), 'use-tool': note('use') });
    expect(calls).toEqual(['read', 'use', 'use']);
  });
});

describe('each row', () => {
  const rows: readonly [string, () => ScriptedRun, string][] = [
    ['INTAKE, something is unclear', () => play(asked(), { 'take-in-request': unclear }), 'CLARIFYING.OPEN'],
    [
      'INTAKE, something is not allowed',
      () =>
        play(
          asked(),
          { 'take-in-request': says({ intent: 'x', denied: ['network'], risk: 'high', questions: [] }) },
          'SUMMARIZING',
        ),
      'SUMMARIZING',
    ],
    ['INTAKE fails', () => play(asked(), { 'take-in-request': fails('E_MODEL') }, 'SUMMARIZING'), 'SUMMARIZING'],
    [
      'CLARIFYING, answered',
      () =>
        tell(play(asked(), { 'take-in-request': unclear }), { type: 'CLARIFICATION_ANSWER', text: 'The fast one.' })
          .run,
      'INTAKE',
    ],
    [
      'CLARIFYING, no answer in time',
      () => due(play(asked(), { 'take-in-request': unclear }), 'answer due'),
      'SUMMARIZING',
    ],
    [
      'CONTEXT_BUILDING fails',
      () =>
        play(
          asked(),
          {
            'gather-context': onlyFirst(
              fails(),
              says({ files: 1, symbols: 1, hits: 0, searchedWith: 'grep', evidence: [] }),
            ),
          },
          'PLANNING',
        ),
      'PLANNING',
    ],
    [
      'PLANNING, something needs a yes',
      () => play(asked(asking), { 'draft-plan': planned({ steps: outline.steps.slice(1) }) }),
      'AWAITING_CONFIRMATION.OPEN',
    ],
    ['EXECUTING, a later step needs a yes', () => play(asked(asking)), 'AWAITING_CONFIRMATION.OPEN'],
    ['AWAITING_CONFIRMATION, yes', () => tell(play(asked(asking)), yes).run, 'EXECUTING.USE'],
    ['AWAITING_CONFIRMATION, a first no', () => tell(play(asked(asking)), no).run, 'PLANNING'],
    ['AWAITING_CONFIRMATION, a second no', () => tell(play(tell(play(asked(asking)), no).run), no).run, 'SUMMARIZING'],
    [
      'AWAITING_CONFIRMATION, no answer in time counts as no',
      () => due(play(asked(asking)), 'confirmation due'),
      'PLANNING',
    ],
    [
      'AWAITING_CONFIRMATION, the plan is edited',
      () =>
        tell(play(asked(asking)), {
          type: 'PLAN_EDITED',
          planId: 'plan-1',
          plan: { ...outline, planId: 'plan-2' } as never,
        }).run,
      'EXECUTING.READ',
    ],
    [
      'AWAITING_CONFIRMATION, undone',
      () => play(tell(play(asked(asking)), { type: 'UNDO', planId: 'plan-1', step: 0 }).run, {}, 'PLANNING'),
      'PLANNING',
    ],
    [
      'AWAITING_CONFIRMATION, nothing to undo',
      () =>
        play(tell(play(asked(asking)), { type: 'UNDO', planId: 'plan-1' }).run, {
          'undo-writes': says({ ok: true, files: 0, reason: 'nothing was written' }),
        }),
      'AWAITING_CONFIRMATION.OPEN',
    ],
    [
      'AWAITING_CONFIRMATION, the undoing fails',
      () => play(tell(play(asked(asking)), { type: 'UNDO', planId: 'plan-1' }).run, { 'undo-writes': fails() }),
      'AWAITING_CONFIRMATION.OPEN',
    ],
    [
      "VERIFYING, the plan's own commands need a yes",
      () => play(asked(asksToRun), { 'draft-plan': planned(ownCommands) }),
      'AWAITING_CONFIRMATION.OPEN',
    ],
    [
      "VERIFYING, a yes to the plan's own commands",
      () => {
        const script = { 'draft-plan': planned(ownCommands) };
        return play(tell(play(asked(asksToRun), script), yes).run, script, 'VERIFYING');
      },
      'VERIFYING.RUN',
    ],
    [
      "VERIFYING, the plan's own commands are denied",
      () =>
        play(
          asked({ permissions: { ...calmPermissions, execute: 'deny' } }),
          { 'draft-plan': planned(ownCommands) },
          'RECOVERING',
        ),
      'RECOVERING.REPAIR',
    ],
    ['EXECUTING, a step fails', () => play(asked(), { 'use-tool': used(false) }, 'RECOVERING'), 'RECOVERING.REPAIR'],
    ['VERIFYING fails', () => play(asked(), { 'verify-task': verified(false) }, 'RECOVERING'), 'RECOVERING.REPAIR'],
    [
      'RECOVERING, a fix',
      () => play(play(asked(), { 'use-tool': used(false) }, 'RECOVERING'), {}, 'EXECUTING'),
      'EXECUTING.USE',
    ],
    [
      'RECOVERING, back to before the step',
      () =>
        play(
          play(asked(), { 'use-tool': used(false) }, 'RECOVERING'),
          { 'draft-repair': says({ outcome: 'roll-back', reason: 'wrong way' }) },
          'PLANNING',
        ),
      'PLANNING',
    ],
    [
      'RECOVERING, planned anew',
      () =>
        play(
          play(asked(), { 'use-tool': used(false) }, 'RECOVERING'),
          { 'draft-repair': says({ outcome: 'replan', reason: 'another way' }) },
          'PLANNING',
        ),
      'PLANNING',
    ],
    [
      'RECOVERING, blocked',
      () =>
        play(
          play(asked(), { 'use-tool': used(false) }, 'RECOVERING'),
          { 'draft-repair': says({ outcome: 'blocked', reason: 'no way' }) },
          'SUMMARIZING',
        ),
      'SUMMARIZING',
    ],
    [
      'RECOVERING, the roll back fails',
      () =>
        play(
          play(asked(), { 'use-tool': used(false) }, 'RECOVERING'),
          {
            'draft-repair': says({ outcome: 'roll-back', reason: 'x' }),
            'undo-writes': says({ ok: false, files: 0, reason: 'changed by hand' }),
          },
          'SUMMARIZING',
        ),
      'SUMMARIZING',
    ],
    ['SUMMARIZING', () => play(asked()), 'DONE'],
    [
      'SUMMARIZING fails once',
      () => {
        const answer = onlyFirst(fails('ACTIVITY_LOST'), says(summedUp));
        return play(asked(), { 'summarise-task': answer });
      },
      'DONE',
    ],
    ['SUMMARIZING fails', () => play(asked(), { 'summarise-task': fails() }), 'DONE'],
    ['SUMMARIZING cannot keep it', () => play(asked(), { 'summarise-task': says(notKept) }), 'DONE'],
  ];
  test.each(rows)('%s', (_, make, state) => {
    expect(make().state).toBe(state);
  });

  test('every reason is a sentence', () => {
    for (const [, make] of rows) for (const { reason } of make().transitions) expect(reason.length).toBeGreaterThan(3);
  });
});
