import { expect, test } from 'vitest';
import type { Plan } from './plan.ts';
import { planText, readPlan } from './plan-text.ts';

const plan: Plan = {
  plan_id: 'p1',
  created_at: '2026-11-28T05:00:00.000Z',
  goal: 'Reject long frames',
  constraints: ['keep the interface'],
  steps: [
    {
      step_id: 'one',
      title: 'Check the length',
      intent: 'a long frame overruns the buffer',
      tool_calls: [{ tool: 'write_file', args: { path: 'src/frame.c', content: 'int a;\n\tint b; # no comment\n' } }],
      expected_artifacts: [],
    },
  ],
  verification: { mode: 'test', commands: ['make test'], required: true, stop_on_fail: true },
  risk_level: 'low',
};

test('a plan comes back from its text as it was, without what is filled in', () => {
  const { plan_id: _, created_at: __, ...draft } = plan;
  expect(readPlan(planText(plan))).toEqual({ ok: true, draft });
});

test.each([
  ['a tool that is not there', ['write_file', 'format_disk'], /tool/],
  ['a path outside', ['src/frame.c', '../frame.c'], /must stay inside the project/],
  ['YAML that cannot be read', ['goal: ', 'goal: ['], /./],
])('%s is told with its line', (_, [from = '', to = ''], message) => {
  const read = readPlan(planText(plan).replace(from, to));
  expect(read.ok).toBe(false);
  expect(read.ok ? [] : read.problems.map(({ line, message: text }) => [line > 0, text])).toContainEqual([
    true,
    expect.stringMatching(message),
  ]);
});
