import { randomUUID } from 'node:crypto';
import type { Json } from '#lib/engine/json.ts';
import type { Step } from '#lib/engine/step.ts';
import type { Engine } from './engine.ts';

/** A step as `write_step` reads it: activities get their ids and places here, since the pure step knows neither. */
export function stepPayload(engine: Engine, step: Step): { readonly [field: string]: Json } {
  return {
    snapshot: step.next as unknown as Json,
    state: step.state,
    status: runStatus(step),
    iteration: step.iteration,
    outcome: step.ending?.outcome ?? null,
    exitCode: step.ending?.exitCode ?? null,
    transitions: step.transitions as unknown as Json,
    records: step.records as unknown as Json,
    cancel: step.cancel,
    start: step.start.map((one) => ({ ...one, id: randomUUID(), ...engine.activity(one.name) })),
    setTimers: step.setTimers as unknown as Json,
    clearTimers: step.clearTimers,
    moveRunTimerBy: step.moveRunTimerBy,
    clock: step.clock,
  };
}

function runStatus(step: Step): 'active' | 'waiting' | 'paused' | 'stopping' | 'finished' {
  if (step.ending !== null) return 'finished';
  if (step.next.stopping !== null) return 'stopping';
  return ({ running: 'active', waiting: 'waiting', paused: 'paused' } as const)[step.next.clock];
}
