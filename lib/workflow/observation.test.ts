import { expect, test } from 'vitest';
import { cellOutput, outputText } from './notebook.ts';
import { type Observed, observationOf } from './observation.ts';
import { readRows } from './rows.ts';
import { workflowTree } from './tree.ts';

const place = { round: 1, stage_id: 'load', step_id: 'check', behavior_id: 'behavior_002' };
const effect = (behavior_id: string, text: string) => ({
  ...{ ...place, behavior_id, serial: 3, n: 2, of: 2, kind: 'exec' as const, ok: true, summary: '' },
  cell: { id: 'cell-1', name: 'numbers', type: 'code' as const, ok: true, artifact: 'a' },
  effect: { text, artifact: null },
});

const observed: Observed = {
  state: 'behavior_completed',
  goal: 'all',
  template: {
    goal: '',
    stages: [
      {
        id: 'load',
        title: '',
        goal: 'in memory',
        steps: ['read', 'check', 'fill'].map((id) => ({ id, title: '', goal: `${id}!` })),
      },
      { id: 'report', title: '', goal: '', steps: [] },
    ],
  },
  at: { stage: 0, step: 1 },
  iteration: 2,
  variables: { sensors: 3 },
  behaviors: [
    { ...place, behavior_id: 'behavior_001', serial: 2, iteration: 1, status: 'completed' },
    { ...place, serial: 3, iteration: 2, status: 'running' },
  ],
  actions: [effect('behavior_001', 'earlier'), effect('behavior_002', 'now')],
  answers: readRows('planning', [
    {
      ...place,
      ...{ about: 'step', says: '', targetAchieved: false, continueBehaviors: false, fallback: false, variables: null },
      focus: [{ level: 'behaviors', text: 'two gaps' }],
      proposal: { id: 'u', kind: 'step', summary: 'adds the step fill', before: 'a', after: 'b' },
    },
  ]),
  history: [
    { round: 1, from: 'action_completed', event: 'COMPLETE_BEHAVIOR', to: 'behavior_completed', at: 1_761_819_825_000 },
  ],
  verdicts: [{ id: 'u', verdict: 'confirmed', by: 'ada', reason: 'gaps spoil it' }],
  messages: ['mind the gap'],
  language: 'javascript',
};

test('an observation carries location, progress, goals, variables, effects and the history of the protocol', () => {
  expect(observationOf(observed)).toEqual({
    location: {
      current: { stage_id: 'load', step_id: 'check', behavior_id: 'behavior_002', behavior_iteration: 2 },
      progress: {
        stages: { completed: [], current: 'load', remaining: ['report'], focus: '' },
        steps: { completed: ['read'], current: 'check', remaining: ['fill'], focus: '' },
        behaviors: { completed: ['behavior_001'], current: 'behavior_002', iteration: 2, focus: 'two gaps' },
      },
      goals: { workflow: 'all', stage: 'in memory', step: 'check!' },
    },
    context: {
      variables: { sensors: 3 },
      effects: {
        current: [{ codecell_id: 'numbers', ok: true, output: 'now' }],
        history: [{ codecell_id: 'numbers', ok: true, output: 'earlier' }],
      },
      FSM: {
        state: 'behavior_completed',
        last_transition: 'COMPLETE_BEHAVIOR -> behavior_completed',
        timestamp: '2025-10-30T10:23:45.000Z',
        history: [
          {
            from: 'action_completed',
            event: 'COMPLETE_BEHAVIOR',
            to: 'behavior_completed',
            timestamp: '2025-10-30T10:23:45.000Z',
          },
        ],
      },
      updates: [{ kind: 'step', summary: 'adds the step fill', verdict: 'confirmed', reason: 'gaps spoil it' }],
      messages: ['mind the gap'],
      notebook: { language: 'javascript' },
    },
    workflow_template: observed.template,
  });
});

test.each([
  ['behavior_completed', ['done', 'current', 'waiting'], 'current'],
  ['step_completed', ['done', 'done', 'waiting'], 'current'],
  ['stage_completed', ['done', 'done', 'waiting'], 'done'],
  ['error', ['done', 'failed', 'waiting'], 'failed'],
])('in %s the steps of the tree are %j and the stage is %s', (state, steps, stage) => {
  const { template, at, behaviors, actions } = observed;
  if (template === null) throw new Error('no template');
  const [first] = workflowTree({ state, template, at, behaviors, actions });
  expect(first).toMatchObject({ status: stage, steps: steps.map((status) => ({ status })) });
  expect(first?.steps[1]?.behaviors.map(({ id, actions: own }) => [id, own.length])).toEqual([
    ['behavior_001', 0],
    ['behavior_002', 2],
  ]);
});

test('outputs are told as plain text, and what is no text by its kind', () => {
  const outputs = [
    { output_type: 'stream', name: 'stdout', text: ['a\n', 'b\n'] },
    { output_type: 'display_data', data: { 'text/plain': '<Figure>', 'image/png': 'AAAA' } },
    { output_type: 'error', ename: 'ValueError', evalue: 'x', traceback: [] },
  ].map((output) => cellOutput.parse(output));
  expect(outputText(outputs)).toBe('a\nb\n<Figure> [image/png]\nValueError: x\n');
});
