import { action } from './names.ts';
import { plain } from './plain.ts';
import type { ActivityStart, TimerStart } from './step.ts';

/** An action that XState would execute; the engine reads it instead. */
export interface MachineAction {
  readonly type: string;
  readonly params?: unknown;
}

/** Of several starts of one invoke in one event the last counts, and only if its state was not left again. */
export function startsOf(
  actions: readonly MachineAction[],
  stillInvoked: ReadonlySet<string>,
  visits: Record<string, number>,
): ActivityStart[] {
  const spawned = new Map<string, { id: string; src: string; input?: unknown }>();
  for (const one of actions) {
    if (one.type !== action.spawn) continue;
    const params = one.params as { id: string; src: string; input?: unknown };
    spawned.set(params.id, params);
  }
  return [...spawned.values()]
    .filter((params) => stillInvoked.has(params.id))
    .map((params) => ({
      invokeId: params.id,
      visit: countVisit(visits, params.id),
      name: params.src,
      input: plain(params.input ?? null),
    }));
}

export function timersOf(
  actions: readonly MachineAction[],
  waiting: boolean,
  visits: Record<string, number>,
): { set: TimerStart[]; cancelled: Set<string> } {
  const set = new Map<string, TimerStart>();
  const cancelled = new Set<string>();
  for (const one of actions) {
    if (one.type === action.raise) {
      const params = one.params as { id: string; delay: number; event: unknown };
      set.set(params.id, {
        id: params.id,
        visit: countVisit(visits, params.id),
        clock: waiting ? 'wait' : 'state',
        delayMs: Math.round(params.delay),
        event: plain(params.event),
      });
      cancelled.delete(params.id);
    }
    if (one.type === action.cancel) {
      const { sendId } = one.params as { sendId: string };
      set.delete(sendId);
      cancelled.add(sendId);
    }
  }
  return { set: [...set.values()], cancelled };
}

function countVisit(visits: Record<string, number>, id: string): number {
  const visit = (visits[id] ?? 0) + 1;
  visits[id] = visit;
  return visit;
}
