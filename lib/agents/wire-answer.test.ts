import { expect, test } from 'vitest';
import { agentTasks } from './registry.ts';
import { isStrict, readAnswer, wireJsonSchema } from './wire-answer.ts';

/** Their answers hold names that only their services know. */
const open: readonly string[] = ['planning'];

test.each(Object.values(agentTasks))(
  'the schema of $name is strict where its names are known: every property is required, and no other allowed',
  (contract) => {
    const schema = wireJsonSchema(contract);
    expect(isStrict(schema)).toBe(!open.includes(contract.name));
    const visit = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      const { type, properties, required, additionalProperties } = part as Record<string, unknown>;
      if (type === 'object' && typeof properties === 'object' && properties !== null) {
        expect(required).toEqual(Object.keys(properties));
        expect(additionalProperties).toBe(false);
      }
      for (const inner of Object.values(part)) visit(inner);
    };
    visit(schema);
    expect(JSON.stringify(schema).includes('"edits"')).toBe(contract.changes);
  },
);

const edits = [{ file: 'a.c', find: '', replace: 'int a;\n' }];

test.each([
  ['an edit without a text to find is a new file', { summary: 's', edits }, [{ file: 'a.c', content: 'int a;\n' }]],
  [
    'an edit with one replaces it',
    { summary: 's', edits: [{ file: 'a', find: 'x', replace: 'y' }] },
    [{ file: 'a', find: 'x', replace: 'y' }],
  ],
])('%s', (_, value, expected) => {
  expect(readAnswer(agentTasks.work, JSON.stringify(value))).toEqual({
    ok: true,
    answer: { summary: 's' },
    edits: expected,
  });
});

test.each([
  ['no edits', { summary: 's' }, /edits: /],
  ['an empty list of edits', { summary: 's', edits: [] }, /edits: /],
  ['no summary', { edits }, /summary: /],
])('a change with %s is refused with the field', (_, value, problems) => {
  expect(readAnswer(agentTasks.work, JSON.stringify(value))).toEqual({
    ok: false,
    problems: expect.stringMatching(problems),
  });
});
