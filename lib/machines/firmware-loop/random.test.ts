import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { contextLimit, randomRun, type World } from '../testing/random-run.ts';
import { offer, scripted } from '../testing/scripted.ts';
import { firmwareLoopEvents } from './events.ts';
import { firmwareLoop } from './index.ts';
import { errorClasses } from './recovery/trouble.ts';
import { calmInput, contextOf, decision, measured, patch, play, type Script } from './testing/script.ts';

const world: World = {
  events: firmwareLoopEvents,
  failures: [...errorClasses, 'ENOENT'],
  known: (run) => ({ reservationId: contextOf(run).reservation ?? 'none' }),
  temper: harmless,
};

const options = fc.record({
  mode: fc.constantFrom('interactive', 'ci', 'auto'),
  baseline: fc.constantFrom('measure', 'none', { goal: { passed: 3, failed: 1, errors: 0, skipped: 0 } }),
  roll_back: fc.constantFrom('to-best', 'never'),
  criteria: fc.constantFrom({ model: 'rules' }, { model: 'scored' }, { model: 'rules', target_pass_rate: 0.5 }),
  limits: fc.record({ max_iterations: fc.integer({ min: 1, max: 12 }) }),
});

test('whatever happens, a run ends or waits, gives each reason in words, and keeps its context small', () => {
  fc.assert(
    fc.property(options, fc.gen(), (input, draw) => {
      const begun = offer(firmwareLoop, scripted(firmwareLoop, { ...calmInput, ...input }), { type: 'START' }).run;
      randomRun(firmwareLoop, begun, draw, world);
    }),
    { numRuns: 100 },
  );
}, 60_000);

test.each([
  ['rules', { plateau_improvement_threshold: 0, slow_improvement_threshold: 0, avg_improvement_window: 12 }, 200],
  [
    'scored',
    {
      stability_window: 6,
      stability_threshold: 0,
      min_confidence_score: 1,
      timeout_minutes: 10_000,
      circuit_breaker_threshold: 1_000,
    },
    200,
  ],
])(
  'many iterations with much to remember keep the context under 8 kB (%s)',
  (model, criteria, iterations) => {
    const run = play(heavy, {
      criteria: { model, ...criteria },
      limits: { max_iterations: iterations },
      strategies: Array.from({ length: 5 }, (_, index) => ({
        name: `strategy-${index}`,
        agents: ['a', 'b', 'c', 'd'],
      })),
    });
    expect(contextOf(run).iteration).toBe(iterations);
    expect(JSON.stringify(run.envelope.context).length).toBeLessThan(contextLimit);
    expect(contextOf(run).best).toMatchObject({ iteration: iterations, passed: 1_000 + iterations });
  },
  60_000,
);

/** Improves for ever by one test, with as much beside it as the contracts allow. */
const heavy: Script = {
  'normalise-results': (at) =>
    measured(1_000 + contextOf(at).iteration, 2_000, {
      regressions: 12,
      regressed: Array(5).fill('x'.repeat(200)),
      performance: { score: 0.123456789, degradation: 0.0123456789 },
      metrics: Array.from({ length: 6 }, (_, index) => ({
        name: `metric-${index}`,
        unit: 'ms',
        direction: 'lower' as const,
        value: 1,
        threshold: 2,
        baseline: 1,
      })),
    }),
  'propose-patch': (at) => patch(`fingerprint-${contextOf(at).iteration}`, { risk: 0.01 }),
  'analyse-results': () => decision('FAIL', 'CONTINUE', 0.87654321),
};

/** A ratio is likely to be 1, which is good for a confidence and refused as a risk. */
function harmless(activity: string, output: Json): Json {
  const policy: unknown = Reflect.get(Object(output), 'policy');
  if (activity !== 'propose-patch' || policy === undefined) return output;
  return { ...Object(output), policy: { ...Object(policy), risk: 0.1 } };
}
