import fc from 'fast-check';
import { expect } from 'vitest';
import type { z } from 'zod';
import { contractOf } from '#lib/activities/registry.ts';
import type { MachineDefinition } from '#lib/engine/definition.ts';
import type { Json } from '#lib/engine/json.ts';
import { anyOutput } from './any-output.ts';
import { type Answer, answer, fire, offer, type ScriptedRun } from './scripted.ts';

/** What may happen to a run of one machine. */
export interface World {
  /** Events from outside with the shape of their fields. */
  readonly events: Readonly<Record<string, z.ZodType>>;
  /** Codes of failed activities. */
  readonly failures: readonly string[];
  /** Fields that an event needs from the run to be taken, such as the id of a reservation. */
  readonly known?: (run: ScriptedRun) => { readonly [field: string]: Json };
  /** Makes an output likelier than its schema alone would. */
  readonly temper?: (activity: string, output: Json) => Json;
}

/** Most bytes of a context as JSON. */
export const contextLimit = 8_192;
const mostSteps = 1_500;

/** Lets anything happen to a run until it ends, and checks after each step that it is sound. */
export function randomRun(
  definition: MachineDefinition,
  begun: ScriptedRun,
  draw: fc.GeneratorValue,
  world: World,
): ScriptedRun {
  let run = begun;
  for (let step = 0; step < mostSteps && run.envelope.status === 'active'; step += 1) {
    const next = oneStep(definition, run, draw, world);
    expectSound(next, run.transitions.length);
    run = next;
  }
  const rests = run.envelope.status === 'done' || run.pending.length > 0 || run.envelope.clock === 'waiting';
  expect(rests, `${run.state} neither ends nor waits for anything`).toBe(true);
  return run;
}

/** 0 to 999, all alike: fast-check prefers extremes by itself. */
const anyLuck = (): fc.Arbitrary<number> => fc.noBias(fc.nat({ max: 999 }));

/** Mostly an answer of an activity, rarely its failure, a timer, or an event from outside. */
function oneStep(definition: MachineDefinition, run: ScriptedRun, draw: fc.GeneratorValue, world: World): ScriptedRun {
  const luck = draw(anyLuck);
  if (luck < 5 && run.timers.length > 0) return fire(definition, run);
  if (run.pending.length === 0 || luck < 30) return anyEvent(definition, run, draw, world);
  return answer(definition, run, (start) => anyAnswer(start.name, luck < 50, draw, world));
}

function anyAnswer(name: string, fails: boolean, draw: fc.GeneratorValue, { failures, temper }: World): Answer {
  if (fails) return { error: { code: draw(fc.constantFrom, ...failures), message: 'it broke' } };
  const contract = contractOf(name);
  if (contract === null) throw new Error(`${name} has no contract`);
  const output = draw(anyOutput, contract.output) as Json;
  return { output: temper === undefined ? output : temper(name, output) };
}

/** Aborts and time-outs end everything, so they come seldom. */
function anyEvent(definition: MachineDefinition, run: ScriptedRun, draw: fc.GeneratorValue, world: World): ScriptedRun {
  const [type, schema] = draw(fc.constantFrom, ...Object.entries(world.events));
  if (/abort|timeout/.test(type) && draw(anyLuck) > 50) return run;
  const fields = schema.safeParse(draw(anyOutput, schema));
  if (!fields.success) return run;
  return offer(definition, run, { ...(fields.data as { [field: string]: Json }), ...world.known?.(run), type }).run;
}

function expectSound(run: ScriptedRun, seen: number): void {
  for (const { reason, event } of run.transitions.slice(seen)) {
    expect(reason).not.toBe('');
    expect(reason).not.toBe(event);
    expect(reason).not.toMatch(/NaN|undefined|\[object|Infinity/);
  }
  expect(JSON.stringify(run.envelope.context).length, run.state).toBeLessThan(contextLimit);
  for (const start of run.pending) {
    const { error } = contractOf(start.name)?.input.safeParse(start.input) ?? {};
    expect(error, `input of ${start.name} in ${run.state}`).toBeUndefined();
  }
}
