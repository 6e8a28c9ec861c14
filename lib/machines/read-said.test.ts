import { expect, test } from 'vitest';
import { readSaid } from './read-said.ts';

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
