import { expect, test } from 'vitest';
import { readLimits, readSaid } from './read-said.ts';

const said = { by: 'ada', reason: 'seen' };

test('what a person says comes with who and why', () => {
  const { payload, refusal } = readSaid('task-orchestrator', { ...said, type: 'CANCEL', fields: {} });
  expect({ payload, refusal }).toEqual({ payload: said, refusal: 'cannot be cancelled' });
});

test.each([
  ['an event that no person sends', 'TIMEOUT', {}, /does not know the event TIMEOUT/],
  ['a name of every object', 'constructor', {}, /does not know the event constructor/],
  ['another author', 'CANCEL', { by: 'grace' }, /CANCEL was not sent: Unrecognized key: "by"/],
  ['a field that is missing', 'CLARIFICATION_ANSWER', {}, /CLARIFICATION_ANSWER was not sent: text: /],
])('%s is refused with the reason', (_, type, fields, message) => {
  expect(() => readSaid('task-orchestrator', { ...said, type, fields })).toThrow(message);
});

test.each([
  ['firmware-loop', { max_iterations: 20 }, 'behaviors_per_step'],
  ['staged-workflow', { behaviors_per_step: 4 }, 'max_iterations'],
  ['task-orchestrator', { repairs_per_step: 2 }, 'max_iterations'],
  ['brain-session', { retries: { review: 1 } }, 'max_iterations'],
  ['prd-agent', { mode: 'ci' }, 'max_iterations'],
])('the limits of a %s run are its own, and one of another machine is refused by its name', (machine, own, other) => {
  const changes = { ...own, timeout_minutes: 30 };
  expect(readLimits(machine, changes)).toMatchObject(changes);
  expect(() => readLimits(machine, { ...changes, [other]: 3 })).toThrow(
    `The limits of a ${machine} run cannot be changed so: Unrecognized key: "${other}".`,
  );
  expect(() => readLimits(machine, { timeout_minutes: -1 })).toThrow(/timeout_minutes: /);
});

test('the limits of a machine that is not installed cannot be changed', () => {
  expect(() => readLimits('brew', { mode: 'ci' })).toThrow('it is not installed');
});
