import { advance } from '#lib/engine/advance.ts';
import type { MachineDefinition } from '#lib/engine/definition.ts';
import { begin } from '#lib/engine/drive.ts';
import type { Envelope } from '#lib/engine/envelope.ts';
import type { Json } from '#lib/engine/json.ts';
import { doneEvent, failedEvent } from '#lib/engine/names.ts';
import { statePath } from '#lib/engine/state-path.ts';
import type { ActivityStart, Offer, RecordFact, Step, TimerStart, TransitionFact } from '#lib/engine/step.ts';

/** How an activity ends in a script: with an output, or with a failure. */
export type Answer =
  | { readonly output: Json }
  | { readonly error: { readonly code: string; readonly message: string } };

/** A run whose activities are answered by a script: what the engine does with a database, without one. */
export interface ScriptedRun {
  readonly envelope: Envelope;
  readonly state: string;
  readonly pending: readonly ActivityStart[];
  readonly timers: readonly TimerStart[];
  readonly transitions: readonly TransitionFact[];
  readonly records: readonly RecordFact[];
  readonly at: number;
}

/** Creates a run from its input, which is parsed as the engine parses it. */
export function scripted(definition: MachineDefinition, input: unknown): ScriptedRun {
  const created = { envelope: emptyEnvelope, state: '', pending: [], timers: [], transitions: [], records: [], at: 0 };
  return after(created, begin(definition, definition.input.parse(input) as Json, 0, 'script'), 0);
}

/** Offers an event; `run` is the same object when the event was not applied. */
export function offer(
  definition: MachineDefinition,
  run: ScriptedRun,
  event: { readonly type: string; readonly [field: string]: Json | undefined },
): { readonly run: ScriptedRun; readonly fate: Offer['fate'] } {
  const at = run.at + 1_000;
  const offered = advance(definition, run.envelope, { ...event, at }, 'script');
  return { run: offered.fate === 'applied' ? after(run, offered.step, at) : run, fate: offered.fate };
}

/** Ends the oldest activity in flight as the script says. */
export function answer(
  definition: MachineDefinition,
  run: ScriptedRun,
  script: (start: ActivityStart) => Answer,
): ScriptedRun {
  const [start] = run.pending;
  if (start === undefined) throw new Error(`nothing is in flight in ${run.state}`);
  const given = script(start);
  const type = 'output' in given ? doneEvent(start.invokeId) : failedEvent(start.invokeId);
  const result = offer(definition, run, { type, visit: start.visit, ...given });
  if (result.fate !== 'applied') throw new Error(`${type} is ${result.fate} in ${run.state}`);
  return result.run;
}

/** Lets a timer fall due; by default the one that is due first. */
export function fire(definition: MachineDefinition, run: ScriptedRun, id?: string): ScriptedRun {
  const timer = [...run.timers].sort((a, b) => a.delayMs - b.delayMs).find((one) => id === undefined || one.id === id);
  if (timer === undefined) throw new Error(`no timer ${id ?? ''} lives in ${run.state}`);
  const event = timer.event as { readonly type: string };
  return offer(definition, run, { ...event, timer: timer.id, visit: timer.visit }).run;
}

/** Answers activities until `stop` holds, the run waits or ends, or `limit` answers were given. */
export function drive(
  definition: MachineDefinition,
  run: ScriptedRun,
  script: (start: ActivityStart, run: ScriptedRun) => Answer,
  { stop = () => false, limit = 10_000 }: { stop?: (run: ScriptedRun) => boolean; limit?: number } = {},
): ScriptedRun {
  let now = run;
  for (let given = 0; given < limit && now.pending.length > 0 && !stop(now); given += 1) {
    const before = now;
    now = answer(definition, before, (start) => script(start, before));
  }
  return now;
}

function after(run: ScriptedRun, step: Step, at: number): ScriptedRun {
  const gone = new Set([...step.cancel, ...step.start.map((one) => one.invokeId)]);
  const flying = new Set(Object.keys(step.next.inFlight));
  const pending = run.pending.filter((one) => !gone.has(one.invokeId) && flying.has(one.invokeId));
  const timers = [...run.timers.filter((one) => !step.setTimers.some((set) => set.id === one.id)), ...step.setTimers];
  return {
    envelope: step.next,
    state: statePath(step.next.value),
    pending: [...pending, ...step.start],
    timers: timers.filter((one) => one.id in step.next.timers),
    transitions: [...run.transitions, ...step.transitions],
    records: [...run.records, ...step.records],
    at,
  };
}

const emptyEnvelope: Envelope = {
  value: '',
  context: null,
  status: 'active',
  visits: {},
  inFlight: {},
  timers: {},
  enteredAt: 0,
  transitions: 0,
  paused: false,
  stopping: null,
  clock: 'running',
};
