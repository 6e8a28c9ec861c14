import fc from 'fast-check';
import type { MachineDefinition } from '../definition.ts';
import type { Envelope } from '../envelope.ts';
import { engineEvent, runTimerId } from '../events.ts';
import type { Json } from '../json.ts';
import { doneEvent, failedEvent } from '../names.ts';

/** A machine with what may come to it from outside. */
export interface MachineUnderTest {
  readonly definition: MachineDefinition;
  readonly input: fc.Arbitrary<Json>;
  readonly firstEvent: string;
  /** Events of people and boards. */
  readonly outside: fc.Arbitrary<Move>;
  /** What an activity of that name may answer. */
  readonly outputOf: (activity: string) => fc.Arbitrary<Json>;
}

/** One event on its way to a run, without its time. */
export interface Move {
  readonly type: string;
  readonly payload: { readonly [field: string]: Json };
  /** Set for the result of an activity. */
  readonly result?: { readonly invokeId: string; readonly visit: number; readonly ok: boolean };
}

/**
 * The next thing that happens to a run: mostly a result of what is in flight, now and then a timer, a person, a control,
 * a result that comes too late, or nonsense.
 */
export function nextMove(under: MachineUnderTest, envelope: Envelope, draw: fc.GeneratorValue): Move {
  const possible = moves.filter((one) => one.possible?.(envelope) ?? true);
  const byWeight = possible.flatMap((one) => Array<Kind>(one.weight).fill(one));
  return oneOf(draw, byWeight).make(under, envelope, draw);
}

interface Kind {
  readonly weight: number;
  readonly possible?: (envelope: Envelope) => boolean;
  readonly make: (under: MachineUnderTest, envelope: Envelope, draw: fc.GeneratorValue) => Move;
}

const isFlying = ({ inFlight }: Envelope): boolean => Object.keys(inFlight).length > 0;
const isTicking = ({ timers }: Envelope): boolean => Object.keys(timers).length > 0;

const ordinary: Kind = {
  weight: 80,
  possible: isFlying,
  make: (under, envelope, draw) => result(under, oneOf(draw, Object.entries(envelope.inFlight)), true, draw),
};

const moves: readonly Kind[] = [
  ordinary,
  {
    weight: 4,
    possible: isFlying,
    make: (under, envelope, draw) => result(under, oneOf(draw, Object.entries(envelope.inFlight)), false, draw),
  },
  {
    weight: 3,
    possible: isFlying,
    make(under, envelope, draw) {
      const [invokeId, flight] = oneOf(draw, Object.entries(envelope.inFlight));
      return result(under, [invokeId, { ...flight, visit: flight.visit - 1 }], true, draw);
    },
  },
  {
    weight: 2,
    possible: isTicking,
    make(_under, envelope, draw) {
      const [timer, visit] = oneOf(draw, Object.entries(envelope.timers));
      return { type: timer === runTimerId ? 'control.timeout' : timer, payload: { timer, visit } };
    },
  },
  {
    weight: 1,
    possible: isTicking,
    make(_under, envelope, draw) {
      const [timer, visit] = oneOf(draw, Object.entries(envelope.timers));
      return { type: timer, payload: { timer, visit: visit + 1 } };
    },
  },
  {
    weight: 2,
    possible: ({ stopping }) => stopping !== null,
    make(_under, envelope, draw) {
      const [invokeId, { visit }] = oneOf(draw, Object.entries(envelope.inFlight));
      return { type: engineEvent.stopped, payload: { invokeId, visit } };
    },
  },
  { weight: 6, make: (under, _envelope, draw) => draw(() => under.outside) },
  { weight: 3, make: () => ({ type: engineEvent.pause, payload: { reason: 'lunch' } }) },
  { weight: 3, make: () => ({ type: engineEvent.resume, payload: {} }) },
  { weight: 10, possible: ({ paused }) => paused, make: () => ({ type: engineEvent.resume, payload: {} }) },
  { weight: 1, make: () => ({ type: engineEvent.moved, payload: { from: 'a', to: 'b', reason: 'a is gone' } }) },
  { weight: 1, make: () => ({ type: engineEvent.abort, payload: { reason: 'enough' } }) },
  { weight: 1, make: () => ({ type: 'nobody.knows', payload: {} }) },
];

function result(
  under: MachineUnderTest,
  [invokeId, { visit, name }]: readonly [string, { readonly visit: number; readonly name: string }],
  ok: boolean,
  draw: fc.GeneratorValue,
): Move {
  const answer: { readonly [field: string]: Json } = ok
    ? { output: draw(() => under.outputOf(name)) }
    : { error: { code: 'UNHANDLED_EXCEPTION', message: 'it broke' } };
  const type = ok ? doneEvent(invokeId) : failedEvent(invokeId);
  return { type, payload: { visit, ...answer }, result: { invokeId, visit, ok } };
}

function oneOf<T>(draw: fc.GeneratorValue, list: readonly T[]): T {
  return draw(() => fc.noBias(fc.constantFrom(...list)));
}
