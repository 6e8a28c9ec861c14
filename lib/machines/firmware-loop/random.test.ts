import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractOf } from '#lib/activities/registry.ts';
import type { Json } from '#lib/engine/json.ts';
import { anyOutput } from '../testing/any-output.ts';
import { type Answer, answer, fire, offer, type ScriptedRun, scripted } from '../testing/scripted.ts';
import { firmwareLoopEvents } from './events.ts';
import { firmwareLoop } from './index.ts';
import { errorClasses } from './recovery/trouble.ts';
import { calmInput, contextOf, decision, measured, patch, play, type Script } from './testing/script.ts';

const outsideEvents = Object.entries(firmwareLoopEvents).filter(([type]) => type !== 'control.timeout');
const mostSteps = 1_500;
const contextLimit = 8_192;

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
      let run = offer(firmwareLoop, scripted(firmwareLoop, { ...calmInput, ...input }), { type: 'START' }).run;
      for (let step = 0; step < mostSteps && run.envelope.status === 'active'; step += 1) {
        run = oneStep(run, draw);
        expectSound(run);
      }
      const rests = run.envelope.status === 'done' || run.pending.length > 0 || run.envelope.clock === 'waiting';
      expect(rests, run.state).toBe(true);
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
])('many iterations with much to remember keep the context under 8 kB (%s)', (model, criteria, iterations) => {
  const run = play(heavy, {
    criteria: { model, ...criteria },
    limits: { max_iterations: iterations },
    strategies: Array.from({ length: 5 }, (_, index) => ({ name: `strategy-${index}`, agents: ['a', 'b', 'c', 'd'] })),
  });
  expect(contextOf(run).iteration).toBe(iterations);
  expect(JSON.stringify(run.envelope.context).length).toBeLessThan(contextLimit);
  expect(contextOf(run).best).toMatchObject({ iteration: iterations, passed: 1_000 + iterations });
});

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

type Draw = fc.GeneratorValue;

/** 0 to 199, all alike: fast-check prefers extremes by itself. */
const anyLuck = (): fc.Arbitrary<number> => fc.noBias(fc.nat({ max: 199 }));

/** One of the things that can happen to a run: an answer, a failure, a timer, an event from outside. */
function oneStep(run: ScriptedRun, draw: Draw): ScriptedRun {
  const luck = draw(anyLuck);
  if (luck < 2 && run.timers.length > 0) return fire(firmwareLoop, run);
  if (run.pending.length > 0 && luck < 97)
    return answer(firmwareLoop, run, (start) => anyAnswer(start.name, luck, draw));
  return anyEvent(run, draw);
}

function anyAnswer(name: string, luck: number, draw: Draw): Answer {
  if (luck > 192) return { error: { code: draw(fc.constantFrom, ...errorClasses), message: 'it broke' } };
  const contract = contractOf(name);
  if (contract === null) throw new Error(`${name} has no contract`);
  const output = draw(anyOutput, contract.output) as Json;
  return { output: name === 'propose-patch' && luck > 10 ? harmless(output) : output };
}

/** A ratio is likely to be 1, which is good for a confidence and refused as a risk. */
function harmless(output: Json): Json {
  const policy: unknown = Reflect.get(Object(output), 'policy');
  return policy === undefined ? output : { ...Object(output), policy: { ...Object(policy), risk: 0.1 } };
}

function anyEvent(run: ScriptedRun, draw: Draw): ScriptedRun {
  const [type, schema] = draw(fc.constantFrom, ...outsideEvents);
  if (type.endsWith('abort') && draw(anyLuck) > 10) return run;
  const fields = schema.safeParse(draw(anyOutput, schema));
  if (!fields.success) return run;
  const reservationId = contextOf(run).reservation ?? 'none';
  return offer(firmwareLoop, run, { ...(fields.data as { [field: string]: Json }), type, reservationId, at: 0 }).run;
}

function expectSound(run: ScriptedRun): void {
  const { reason, event } = run.transitions.at(-1) ?? { reason: '', event: '' };
  expect(reason).not.toBe('');
  expect(reason).not.toBe(event);
  expect(reason).not.toMatch(/NaN|undefined|\[object|Infinity/);
  expect(JSON.stringify(run.envelope.context).length, run.state).toBeLessThan(contextLimit);
  for (const start of run.pending) {
    expect(contractOf(start.name)?.input.safeParse(start.input).error, `${start.name} in ${run.state}`).toBeUndefined();
  }
}
