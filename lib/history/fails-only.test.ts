import { describe, expect, it } from 'vitest';
import { failsOnly, type MeasuredWith } from './fails-only.ts';
import { fisherOneSided } from './fisher.ts';

describe('Fisher’s exact test', () => {
  it.each([
    // The lady tasting tea: four of four cups, 1 in 70.
    [{ badHere: 4, goodHere: 0, badElsewhere: 0, goodElsewhere: 4 }, 1 / 70],
    [{ badHere: 3, goodHere: 1, badElsewhere: 1, goodElsewhere: 3 }, 17 / 70],
    [{ badHere: 0, goodHere: 4, badElsewhere: 4, goodElsewhere: 0 }, 1],
    [{ badHere: 0, goodHere: 0, badElsewhere: 0, goodElsewhere: 0 }, 1],
  ])('of %o is %f', (counts, p) => {
    expect(fisherOneSided(counts)).toBeCloseTo(p, 12);
  });
});

const noon = Date.UTC(2026, 0, 1, 12);
const results = (times: number, outcome: MeasuredWith['outcome'], more: Partial<MeasuredWith>): MeasuredWith[] =>
  Array.from({ length: times }, () => ({ outcome, board: null, environment: null, agent: null, at: noon, ...more }));

describe('failsOnly', () => {
  it('finds the one board on which a test fails, with its numbers', () => {
    const history = [
      ...results(7, 'failed', { board: 'nucleo-3' }),
      ...results(2, 'passed', { board: 'nucleo-3' }),
      ...results(20, 'passed', { board: 'nucleo-1' }),
      ...results(21, 'flaky', { board: 'nucleo-2' }),
      ...results(5, 'infra', { board: 'nucleo-1' }),
    ];
    const [found, ...more] = failsOnly(history);
    expect(found).toMatchObject({
      kind: 'board',
      value: 'nucleo-3',
      badHere: 7,
      allHere: 9,
      badElsewhere: 0,
      allElsewhere: 41,
      isOnly: true,
    });
    expect(found?.p).toBeLessThan(1e-5);
    expect(more).toEqual([]);
  });

  it('finds an hour of the day', () => {
    const night = Date.UTC(2026, 0, 2, 3);
    expect(failsOnly([...results(6, 'error', { at: night }), ...results(30, 'passed', {})])).toMatchObject([
      { kind: 'hour', value: '03:00 UTC', isOnly: true },
    ]);
  });

  it('leaves out what merely goes together with the one circumstance', () => {
    const night = Date.UTC(2026, 0, 2, 3);
    const history = [
      ...results(8, 'failed', { board: 'a', at: night }),
      ...results(4, 'failed', { board: 'a' }),
      ...results(40, 'passed', { board: 'b' }),
    ];
    expect(failsOnly(history).map(({ kind, value }) => `${kind} ${value}`)).toEqual(['board a']);
  });

  it.each([
    ['two failures', [...results(2, 'failed', { board: 'a' }), ...results(50, 'passed', { board: 'b' })]],
    ['failures everywhere', [...results(20, 'failed', { board: 'a' }), ...results(20, 'failed', { board: 'b' })]],
    ['one board only', [...results(9, 'failed', { board: 'a' }), ...results(9, 'passed', { board: 'a' })]],
    [
      'a difference that chance explains',
      [...results(3, 'failed', { board: 'a' }), ...results(5, 'passed', { board: 'b' })],
    ],
  ])('finds nothing in %s', (_, history) => {
    expect(failsOnly(history)).toEqual([]);
  });

  it('holds what it finds against the number of comparisons', () => {
    const few = [...results(4, 'failed', { agent: 'a' }), ...results(12, 'passed', { agent: 'b' })];
    const many = Array.from({ length: 24 }, (_, n) => results(1, 'passed', { agent: `c${n}`, board: `x${n}` })).flat();
    expect(failsOnly(few).length).toBe(1);
    expect(failsOnly([...few, ...many])[0]?.p ?? 1).toBeGreaterThan(
      fisherOneSided({ badHere: 4, goodHere: 0, badElsewhere: 0, goodElsewhere: 36 }) * 20,
    );
  });
});
