import { type Interval, inTheWay } from '../interval.ts';
import { type Axis, snapped } from './axis.ts';

/** A window that can be taken hold of. */
export interface Graspable extends Interval {
  readonly id: string;
  readonly board: string;
  /** It has begun: only its end moves. */
  readonly begun: boolean;
}

/** What a hand or the keys do on a timeline: draw a new window, move one, or pull at its end. */
export type Gesture =
  | { readonly kind: 'draw'; readonly board: string; readonly at: number; readonly to: number }
  | { readonly kind: 'move'; readonly of: Graspable; readonly board: string; readonly by: number }
  | { readonly kind: 'resize'; readonly of: Graspable; readonly by: number };

/** Where the window would lie if the gesture ended here. */
export interface Outcome extends Interval {
  readonly board: string;
  /** Whose window is in the way, or why it cannot lie there, as a clause; null when it can. */
  readonly conflict: string | null;
}

interface Taken extends Interval {
  readonly id: string;
  readonly board: string;
  readonly holder: string;
}

/** What would become of a gesture, on the steps of the axis. What is drawn from the past into the future begins now. */
export function outcomeOf(gesture: Gesture, axis: Axis, taken: readonly Taken[], now: number): Outcome {
  const whole = placeOf(gesture, axis);
  const isCut = gesture.kind === 'draw' && whole.to > now;
  const place = isCut ? { ...whole, from: Math.max(whole.from, now) } : whole;
  const self = gesture.kind === 'draw' ? null : gesture.of.id;
  const begun = gesture.kind !== 'draw' && gesture.of.begun;
  const others = taken.filter(({ id, board }) => id !== self && board === place.board);
  const other = inTheWay(others, place);
  if (other !== undefined) return { ...place, conflict: `${other.holder} has it then` };
  if (!begun && place.from < now) return { ...place, conflict: 'that is in the past' };
  return { ...place, conflict: null };
}

/** Whether a window would lie where it lies already: a click is no move. */
export function changesNothing(gesture: Gesture, { board, from, to }: Outcome): boolean {
  if (gesture.kind === 'draw') return false;
  const { of } = gesture;
  return of.board === board && of.from === from && of.to === to;
}

function placeOf(gesture: Gesture, axis: Axis): Interval & { readonly board: string } {
  if (gesture.kind === 'draw') {
    const [from, to] = [gesture.at, gesture.to].map((at) => snapped(axis, at)).sort((a, b) => a - b);
    const begin = from ?? gesture.at;
    return { board: gesture.board, from: begin, to: Math.max(to ?? begin, begin + axis.stepMs) };
  }
  const { from, to, board, begun } = gesture.of;
  const by = Math.round(gesture.by / axis.stepMs) * axis.stepMs;
  if (gesture.kind === 'resize' || begun) return { board, from, to: Math.max(to + by, from + axis.stepMs) };
  return { board: gesture.board, from: from + by, to: to + by };
}
