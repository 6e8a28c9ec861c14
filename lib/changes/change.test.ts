import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeBetween } from './change.ts';
import { withChange } from './with-change.ts';

it.each([
  ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, null],
  ['a field', { a: 1, b: 2 }, { a: 1, b: 3 }, { below: { b: { to: 3 } } }],
  ['a field that comes', { a: 1 }, { a: 1, b: 2 }, { below: { b: { to: 2 } } }],
  ['a field that goes', { a: 1, b: 2 }, { a: 1 }, { below: { b: null } }],
  ['a field that is not there by being undefined', { a: 1, b: undefined }, { a: 1 }, null],
  ['an item in the midst', [1, 2, 3], [1, 5, 3], { below: { 1: { to: 5 } } }],
  ['a list that grows', [1], [1, 2], { below: { 1: { to: 2 } }, length: 2 }],
  ['a list that shrinks', [1, 2], [1], { below: {}, length: 1 }],
  ['a list in place of an object', { a: {} }, { a: [] }, { below: { a: { to: [] } } }],
])('tells of %s only what has changed', (_, before, after, change) => {
  expect(changeBetween(before, after)).toEqual(change);
});

it('leads from any value to any other, whatever its fields are called', () => {
  // Few names and values, so that two of them have much in common.
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(1, '1', null, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', '0', '__proto__', 'toString'), tie('value')),
    ),
  }));
  fc.assert(
    fc.property(value, value, (before, after) => {
      const change = changeBetween(before, after);
      const sent: unknown = JSON.parse(JSON.stringify({ change })).change;
      expect(sent).toEqual(change);
      expect(change === null ? before : withChange(before, change)).toEqual(after);
    }),
  );
});

it('keeps every part that has not changed as the very same object', () => {
  const before = { list: [{ id: 1 }, { id: 2 }], other: { deep: [1] } };
  const change = changeBetween(before, { list: [{ id: 1 }, { id: 3 }], other: { deep: [1] } });
  if (change === null) throw new Error('something has changed');
  const after = withChange(before, change);
  expect(after.list[0]).toBe(before.list[0]);
  expect(after.other).toBe(before.other);
  expect(before.list[1]).toEqual({ id: 2 });
});
