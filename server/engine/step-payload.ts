import { randomUUID } from 'node:crypto';
import type { Json } from '#lib/engine/json.ts';
import type { ActivityStart, RecordFact, Step } from '#lib/engine/step.ts';
import type { StepOfRun } from '#server/store/apply-step.ts';
import type { ActivityPlacement, Engine } from './engine.ts';

/** An activity as it is stored when it begins. */
export type StartedActivity = ActivityStart & { readonly id: string } & ActivityPlacement;

/** The activities that a step begins: they get their ids and places here, since the pure step knows neither. */
export function startedBy(engine: Engine, step: Step): StartedActivity[] {
  return step.start.map((one) => ({ ...one, id: randomUUID(), ...engine.activity(one.name) }));
}

/** A step as `write_steps` reads it. `seq` is the number that its event gets. */
export function stepPayload(run: string, seq: number, step: Step, started: readonly StartedActivity[]): StepOfRun {
  return {
    run,
    seq,
    snapshot: step.next as unknown as Json,
    state: step.state,
    status: runStatus(step),
    iteration: step.iteration,
    outcome: step.ending?.outcome ?? null,
    exitCode: step.ending?.exitCode ?? null,
    transitions: step.transitions as unknown as Json,
    records: merged(step.records) as unknown as Json,
    cancel: step.cancel,
    start: started as unknown as Json,
    setTimers: step.setTimers as unknown as Json,
    clearTimers: step.clearTimers,
    moveRunTimerBy: step.moveRunTimerBy,
    clock: step.clock,
  };
}

/** Of several facts about one record the later ones win, field by field. */
function merged(records: readonly RecordFact[]): RecordFact[] {
  const byName = new Map<string, RecordFact>();
  for (const { kind, key, data } of records) {
    const name = JSON.stringify([kind, key]);
    byName.set(name, { kind, key, data: { ...Object(byName.get(name)?.data), ...Object(data) } });
  }
  return [...byName.values()];
}

function runStatus(step: Step): 'active' | 'waiting' | 'paused' | 'stopping' | 'finished' {
  if (step.ending !== null) return 'finished';
  if (step.next.stopping !== null) return 'stopping';
  return ({ running: 'active', waiting: 'waiting', paused: 'paused' } as const)[step.next.clock];
}
