import type { MachineDefinition } from '#lib/engine/definition.ts';
import type { Envelope } from '#lib/engine/envelope.ts';
import { type Foreseen, foresee } from './foresee.ts';

/** A timer of a run as it is stored; times in epoch milliseconds. */
export interface LiveTimer {
  readonly id: string;
  readonly visit: number;
  /** Type of the event that it fires. */
  readonly type: string;
  /** Null while it stands still. */
  readonly dueAt: number | null;
}

/** What happens when nobody answers. */
export interface DefaultDecision {
  readonly dueAt: number;
  /** Where the run would stand then. */
  readonly to: string;
  readonly reason: string;
}

/** What a waiting run does by itself, by the first of its timers to fire; null when it waits as long as it takes. */
export function defaultDecision(
  definition: MachineDefinition,
  envelope: Envelope,
  timers: readonly LiveTimer[],
): DefaultDecision | null {
  const [next] = timers
    .flatMap(({ dueAt, ...timer }) => (dueAt === null ? [] : [{ ...timer, dueAt }]))
    .sort((a, b) => a.dueAt - b.dueAt);
  if (next === undefined) return null;
  const event = { type: next.type, at: next.dueAt, timer: next.id, visit: next.visit };
  const seen: Foreseen = foresee(definition, envelope, event, 'timer');
  return seen.taken ? { dueAt: next.dueAt, to: seen.to, reason: seen.reasons[0] ?? '' } : null;
}
