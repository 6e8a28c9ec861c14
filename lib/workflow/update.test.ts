import { describe, expect, test } from 'vitest';
import { changesBetween, changesInWords } from './changes.ts';
import { planningAnswer } from './planning-answer.ts';
import type { WorkflowTemplate } from './template.ts';
import { readUpdate } from './update.ts';

const step = (id: string, goal = '') => ({ id, title: '', goal });
const before: WorkflowTemplate = {
  goal: 'all',
  stages: [
    { id: 'load', title: 'Load', goal: 'in memory', steps: [step('read', 'a table'), step('check')] },
    { id: 'report', title: '', goal: '', steps: [step('write')] },
  ],
};
const at = { stage: 0, step: 0 };
const read = (context_update: object, known: WorkflowTemplate | null = before) =>
  readUpdate(planningAnswer.parse({ context_update }), known, at);

test('an answer without an update proposes none', () => {
  expect(read({})).toBeNull();
  expect(read({ workflow_update: null, stage_steps_update: null })).toBeNull();
});

test.each([
  ['under workflow_template', { workflow_template: { stages: [{ stage_id: 'load', steps: ['read'] }] } }],
  ['as it stands', { stages: [{ id: 'load', steps: [{ step_id: 'read' }] }] }],
])('a workflow %s keeps what is known of its parts', (_, workflow_update) => {
  expect(read({ workflow_update })).toEqual({
    ok: true,
    kind: 'workflow',
    template: {
      goal: 'all',
      stages: [{ id: 'load', title: 'Load', goal: 'in memory', steps: [step('read', 'a table')] }],
    },
  });
});

test('steps are those of the stage that is worked on unless another is named', () => {
  const here = read({ stage_steps_update: ['read', { id: 'fill', goal: 'no gap' }] });
  expect(here).toMatchObject({
    ok: true,
    kind: 'step',
    template: { stages: [{ steps: [step('read', 'a table'), step('fill', 'no gap')] }, {}] },
  });
  const there = read({ stage_steps_update: { stage_id: 'report', steps: ['draft', 'write'] } });
  expect(there).toMatchObject({ ok: true, template: { stages: [{}, { steps: [step('draft'), step('write')] }] } });
});

test('both at once are one update', () => {
  const both = read({
    workflow_update: { stages: [{ id: 'load', steps: ['read'] }, { id: 'end' }] },
    stage_steps_update: { stage_id: 'end', steps: ['say'] },
  });
  expect(both).toMatchObject({
    ok: true,
    kind: 'workflow',
    template: { stages: [{}, { id: 'end', steps: [step('say')] }] },
  });
});

test.each([
  [
    'drops the stage that is worked on',
    { workflow_update: { stages: [{ id: 'report' }] } },
    /stage load has been begun/,
  ],
  ['moves the step that is worked on', { stage_steps_update: ['check', 'read'] }, /step read of load has been begun/],
  [
    'names a stage that is not there',
    { stage_steps_update: { stage_id: 'nowhere', steps: ['x'] } },
    /no stage nowhere/,
  ],
  ['names a step twice', { stage_steps_update: ['read', 'x', 'x'] }, /step x stands twice/],
  ['has a name that is none', { stage_steps_update: ['read', 'a step with spaces'] }, /up to 32 letters/],
  ['has too many steps', { stage_steps_update: ['read', ...Array.from({ length: 40 }, (_, n) => `s${n}`)] }, /40/],
])('one that %s is refused with the reason', (_, update, reason) => {
  expect(read(update)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
});

test('steps without a workflow are refused', () => {
  expect(read({ stage_steps_update: ['read'] }, null)).toMatchObject({ ok: false });
});

describe('changes', () => {
  const after: WorkflowTemplate = {
    goal: 'all',
    stages: [
      { id: 'load', title: 'Load', goal: 'on disk', steps: [step('read', 'a table'), step('fill')] },
      { id: 'extra', title: '', goal: '', steps: [] },
    ],
  };

  test('stand in the order of the new workflow, with what is gone where it stood', () => {
    expect(changesBetween(before, after).map(({ sign, kind, id }) => `${sign} ${kind} ${id}`)).toEqual([
      ...['~ stage load', '  step read', '- step check', '+ step fill'],
      ...['- stage report', '- step write', '+ stage extra'],
    ]);
  });

  test('are told in a clause', () => {
    expect(changesInWords(changesBetween(before, after))).toBe(
      'adds the stage extra, adds the step fill, drops the stage report, drops the steps check, write, changes the stage load',
    );
    expect(changesInWords(changesBetween(before, before))).toBe('changes nothing');
  });
});
