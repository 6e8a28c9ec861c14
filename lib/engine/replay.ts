import { advance } from './advance.ts';
import type { MachineDefinition } from './definition.ts';
import { begin } from './drive.ts';
import type { Envelope } from './envelope.ts';
import type { RunEvent } from './events.ts';
import type { Json } from './json.ts';
import type { ActivityStart, RecordFact, Step, TimerStart, TransitionFact } from './step.ts';

/** An applied event as the log has it, in the order of `seq`. */
export interface LoggedEvent {
  readonly seq: number;
  readonly event: RunEvent;
  readonly actor: string;
}

export type Replay =
  | {
      readonly ok: true;
      readonly envelope: Envelope;
      readonly transitions: readonly TransitionFact[];
      readonly records: readonly RecordFact[];
      /** What is in flight at the end of the log, as it was started. */
      readonly flying: readonly ActivityStart[];
      /** The timers that live at the end of the log, as they were set. */
      readonly ticking: readonly TimerStart[];
    }
  | { readonly ok: false; readonly atSeq: number; readonly reason: string };

/** Folds a run's log from its input: gives the snapshot and the transitions that the log alone implies. */
export function replay(
  definition: MachineDefinition,
  created: { readonly input: Json; readonly at: number; readonly by: string },
  log: readonly LoggedEvent[],
): Replay {
  const steps: Step[] = [begin(definition, created.input, created.at, created.by)];
  let envelope = lastOf(steps).next;
  for (const { seq, event, actor } of log) {
    const offer = offered(definition, envelope, event, actor);
    if (offer.fate !== 'applied') {
      return { ok: false, atSeq: seq, reason: `${event.type} was applied then, and would now be ${offer.fate}` };
    }
    steps.push(offer.step);
    envelope = offer.step.next;
  }
  return {
    ok: true,
    envelope,
    transitions: steps.flatMap((step) => step.transitions),
    records: steps.flatMap((step) => step.records),
    flying: steps.flatMap((step) => step.start).filter((one) => envelope.inFlight[one.invokeId]?.visit === one.visit),
    ticking: steps.flatMap((step) => step.setTimers).filter((one) => envelope.timers[one.id] === one.visit),
  };
}

/** A log of another release may hold what the machine cannot read: that is an answer, like a refusal. */
function offered(definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string) {
  try {
    return advance(definition, envelope, event, actor);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { fate: `unreadable to this machine (${why})` } as const;
  }
}

function lastOf(steps: readonly Step[]): Step {
  const last = steps.at(-1);
  if (last === undefined) throw new Error('a run has at least the step that created it');
  return last;
}
