import { describe, expect, test } from 'vitest';
import { arrive, contextOf, measured, type Script } from './testing/script.ts';

const scored = { criteria: { model: 'scored' } };

/** Measures the base without performance and iteration n with the n-th entry. */
function measuring(...iterations: readonly { passed: number; errors?: number; loss: number }[]): Script {
  return {
    'normalise-results': (run) => {
      const one = iterations[contextOf(run).iteration - 1];
      if (one === undefined) return measured(18, 34);
      const { passed, errors = 0, loss } = one;
      return measured(passed, 34, {
        goal: { passed, failed: 34 - passed - errors, errors, skipped: 0 },
        performance: { score: 0.5 - loss, degradation: loss },
      });
    },
  };
}

describe('the series of the scored model', () => {
  test('carries the performance that the metrics gave', () => {
    const run = arrive('PATCH_GENERATION', measuring({ passed: 20, loss: 0.02 }), scored, 2);
    expect(contextOf(run).series).toMatchObject([
      { iteration: 1, passed: 20, performance_score: 0.48, performance_degradation: 0.02 },
    ]);
  });

  test('shows of an iteration that is rolled back only what the kept tree has', () => {
    const script = measuring({ passed: 20, loss: 0 }, { passed: 9, errors: 5, loss: 0.4 });
    const run = arrive('PATCH_GENERATION', script, scored, 3);
    expect(contextOf(run).series).toMatchObject([
      { iteration: 1, passed: 20, error_count: 0, performance_degradation: 0 },
      { iteration: 2, passed: 20, error_count: 0, performance_degradation: 0 },
    ]);
  });
});
