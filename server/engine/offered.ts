import { offerWithoutMachine } from '#lib/engine/abort-uninstalled.ts';
import { advance } from '#lib/engine/advance.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import { fitOf } from '#lib/engine/fit.ts';
import type { Json } from '#lib/engine/json.ts';
import type { Offer } from '#lib/engine/step.ts';
import type { RunForStep } from '#server/store/run-for-step.ts';
import type { Engine } from './engine.ts';

/** An event as it is offered to a run. */
export interface Offered {
  readonly type: string;
  readonly payload?: { readonly [field: string]: Json };
  readonly actor: string;
  /** The event number that a person decided on: if the run has moved on since, the event is refused and says so. */
  readonly expectedSeq?: number;
}

/** What an event does to a run that stands as given; its time is the run's. */
export function offered(engine: Engine, run: RunForStep, { type, payload = {}, actor, expectedSeq }: Offered): Offer {
  if (expectedSeq !== undefined && expectedSeq !== run.seq) {
    const reason = `the run has moved on: it was at event ${expectedSeq} when this was decided and is at ${run.seq} now`;
    return { fate: 'refused', reason };
  }
  const event: RunEvent = { ...payload, type, at: run.now };
  const fit = fitOf(engine.machine(run.machine, run.machineVersion), { ...run, stateValue: run.envelope.value });
  return fit.ok
    ? advance(fit.definition, run.envelope, event, actor)
    : offerWithoutMachine({ ...run, why: fit.why }, event, actor);
}
