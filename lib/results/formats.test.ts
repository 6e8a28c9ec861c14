import { describe, expect, it } from 'vitest';
import { allFixtures } from './testing/all-fixtures.ts';
import { parse, shown } from './testing/fixture.ts';

for (const { format, options, rows } of allFixtures) {
  describe(format, () => {
    it.each(rows.map((row) => [row.says, row] as const))('reads %s', (_, row) => {
      const results = parse(format, options, row.text);
      expect(results.cases.map(shown)).toEqual(row.cases);
      expect(results.incompleteBecause ?? '').toMatch(row.incomplete ?? /^$/);
      expect(results.complete).toBe(row.incomplete === undefined);
      expect(results.warnings.map(({ text }) => text)).toEqual(
        (row.warnings ?? []).map((text) => expect.stringMatching(text)),
      );
      if (row.holds !== undefined) expect(results).toMatchObject(withMatchers(row.holds));
    });
  });
}

/** Expressions in a row stand for "a text like this". */
function withMatchers(value: unknown): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(value, (_, each) => (each instanceof RegExp ? { matching: each.source } : each)),
    (_, each) =>
      each !== null && typeof each === 'object' && 'matching' in each
        ? expect.stringMatching(new RegExp(each.matching))
        : each,
  );
}
