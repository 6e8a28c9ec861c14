import { type AnyMachineSnapshot, createMachine, getInitialMicrosteps, getMicrosteps } from 'xstate';
import type { MachineDefinition } from './definition.ts';
import { startsOf, timersOf } from './effects.ts';
import type { Clock, Envelope, InFlight } from './envelope.ts';
import type { RunEvent } from './events.ts';
import { runTimerId } from './events.ts';
import type { Json } from './json.ts';
import { plain } from './plain.ts';
import { statePath } from './state-path.ts';
import type { RecordFact, Step, TimerStart } from './step.ts';
import { type Microstep, transitionsOf } from './transitions.ts';

/** The stored envelope as XState knows it. */
export function snapshotOf(definition: MachineDefinition, envelope: Envelope): AnyMachineSnapshot {
  return definition.machine.resolveState({
    value: envelope.value as AnyMachineSnapshot['value'],
    context: envelope.context,
    status: envelope.status,
  });
}

/** The step that creates a run: everything that entering the initial state starts. */
export function begin(definition: MachineDefinition, input: Json, at: number, actor: string): Step {
  const created: Envelope = {
    value: '',
    context: null,
    status: 'active',
    visits: {},
    inFlight: {},
    timers: {},
    enteredAt: at,
    transitions: 0,
    paused: false,
    stopping: null,
    clock: 'running',
  };
  const microsteps = getInitialMicrosteps(definition.machine, plain(input)) as unknown as Microstep[];
  const step = toStep(definition, created, microsteps, { type: 'created', at }, actor, 'the run was created');
  const limit = runLimit(definition, step.next.context);
  return limit === null ? step : withRunTimer(step, limit);
}

/**
 * XState makes an actor of the machine that it is given, initial state and all, only to hand it to actions; the machine that
 * it asks is that of the snapshot. Ours have contexts that cost, and actions that look at no actor.
 */
const anyMachine = createMachine({});

/** Delivers an event. Null when the machine does not take it there: each edge has an action of its own, the reason. */
export function drive(definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string): Step | null {
  const before = snapshotOf(definition, envelope);
  const microsteps = getMicrosteps(anyMachine, before as never, event as never) as unknown as Microstep[];
  if (microsteps[0]?.[1].length === 0) return null;
  const step = toStep(definition, envelope, microsteps, event, actor, event.type);
  return step.next.status === 'done' ? step : withRunLimit(definition, envelope, step);
}

const left = new WeakSet<object>();

/** Whether a step of this process has left the context. */
export function isLeft(context: Json): boolean {
  return typeof context === 'object' && context !== null && left.has(context);
}

function toStep(
  definition: MachineDefinition,
  envelope: Envelope,
  microsteps: readonly Microstep[],
  event: RunEvent,
  actor: string,
  fallbackReason: string,
): Step {
  const last = microsteps.at(-1)?.[0] ?? snapshotOf(definition, envelope);
  const actions = microsteps.flatMap(([, list]) => list);
  const context = plain(last.context, envelope.context);
  if (typeof context === 'object' && context !== null) left.add(context);
  const value = plain(last.value);
  const waiting = last.hasTag('waiting');
  const clock: Clock = envelope.paused ? 'paused' : waiting ? 'waiting' : 'running';
  const stillInvoked = new Set(nodesOf(last).flatMap((node) => node.invoke.map((invoke) => invoke.id)));
  const visits = { ...envelope.visits };

  const start = startsOf(actions, stillInvoked, visits);
  const timers = timersOf(actions, waiting, visits);
  const restarted = new Set(start.map((one) => one.invokeId));
  const cancel = Object.keys(envelope.inFlight).filter((id) => restarted.has(id) || !stillInvoked.has(id));
  const transitions = transitionsOf(definition, envelope, microsteps, event, actor, fallbackReason);
  const state = statePath(value);
  const cleared = [...timers.cancelled].filter((id) => id in envelope.timers);

  return {
    next: {
      ...envelope,
      value,
      context,
      status: last.status === 'active' ? 'active' : 'done',
      visits,
      inFlight: {
        ...without(envelope.inFlight, cancel),
        ...Object.fromEntries(
          start.map((one): [string, InFlight] => [one.invokeId, { visit: one.visit, name: one.name }]),
        ),
      },
      timers: {
        ...without(envelope.timers, cleared),
        ...Object.fromEntries(timers.set.map((one) => [one.id, one.visit])),
      },
      enteredAt: state === statePath(envelope.value) ? envelope.enteredAt : event.at,
      transitions: envelope.transitions + transitions.length,
      clock,
    },
    state,
    iteration: definition.iteration(context),
    transitions,
    start,
    cancel,
    setTimers: timers.set,
    clearTimers: cleared,
    moveRunTimerBy: 0,
    records: actions.filter((one) => one.type === 'record').map((one) => plain(one.params) as unknown as RecordFact),
    clock: { before: envelope.clock, after: clock },
    ending: definition.ending({ value, context }),
  };
}

function withRunTimer(step: Step, delayMs: number): Step {
  const timer: TimerStart = { id: runTimerId, visit: 1, clock: 'run', delayMs, event: { type: 'control.timeout' } };
  return {
    ...step,
    setTimers: [...step.setTimers, timer],
    next: { ...step.next, timers: { ...step.next.timers, [runTimerId]: 1 } },
  };
}

/** A changed limit moves the run's timer by the difference; a run that had none gets its whole time from now on. */
function withRunLimit(definition: MachineDefinition, envelope: Envelope, step: Step): Step {
  const before = runLimit(definition, envelope.context);
  const after = runLimit(definition, step.next.context);
  if (after === null || after === before) return step;
  if (before === null) return withRunTimer(step, after);
  return runTimerId in envelope.timers ? { ...step, moveRunTimerBy: after - before } : step;
}

/** In whole milliseconds, as timers are kept: a limit may be given as any number of minutes. */
function runLimit(definition: MachineDefinition, context: Json): number | null {
  const ms = definition.runTimeoutMs(context as AnyMachineSnapshot['context']);
  return ms === null ? null : Math.round(ms);
}

function nodesOf(snapshot: AnyMachineSnapshot): AnyMachineSnapshot['_nodes'] {
  return snapshot.status === 'active' ? snapshot._nodes : [];
}

function without<T>(record: Readonly<Record<string, T>>, keys: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
