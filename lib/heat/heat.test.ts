import { expect, test } from 'vitest';
import { columnsBegunWith, tellChanges } from './tell-changes.ts';
import { groupsOf, urgencyOf } from './test-groups.ts';

test('an iteration is compared with the tree it began with, not with one that was rolled back', () => {
  const against = columnsBegunWith([0, 1, 2, 4], new Set([1]));
  expect(against).toEqual([null, 0, 0, 2]);
  expect(tellChanges('PFPP', against)).toBe('P-PP');
  expect(tellChanges('FFPP', against)).toBe('FF+P');
  expect(tellChanges('PPEF', against)).toBe('PP-F');
});

test('what did not run, broke for other reasons or wavered is neither fixed nor worse', () => {
  const against = columnsBegunWith([0, 1], new Set());
  for (const row of ['FI', 'FN', 'FS', 'FK', 'F.', '.F', 'IF', 'KP']) expect(tellChanges(row, against)).toBe(row);
});

test.each([
  ['PPP', ['all']],
  ['FFP', ['all', 'fixed']],
  ['PPF', ['all', 'regression']],
  ['PEI', ['all', 'regression', 'infrastructure']],
  ['FFF', ['all', 'failing']],
  ['.FE', ['all', 'failing']],
  ['PKP', ['all', 'flaky']],
  ['FKP', ['all', 'fixed', 'flaky']],
  ['II', ['all', 'infrastructure']],
  ['SN.', ['all']],
] as const)('a test measured as %s is among %j', (measured, groups) => {
  expect(groupsOf(measured)).toEqual(groups);
});

test('regressions stand before old failures, and what simply passes last', () => {
  const rows = ['PPP', 'FFP', 'FFF', 'PPF', 'PKP'];
  const sorted = rows.toSorted((one, other) => urgencyOf(groupsOf(one)) - urgencyOf(groupsOf(other)));
  expect(sorted).toEqual(['PPF', 'FFF', 'PKP', 'FFP', 'PPP']);
});
