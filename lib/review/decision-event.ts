import type { Json } from '#lib/engine/json.ts';
import { firmwareLoopEvents } from '#lib/machines/firmware-loop/events.ts';
import type { Decision } from './decision.ts';

/** The event that a decision is to the run. */
export function decisionEvent(
  decision: Decision,
  said: { by: string; reason: string },
): { type: keyof typeof firmwareLoopEvents; payload: { readonly [field: string]: Json } } {
  const { verdict, ...more } = decision;
  const type = `review.${verdict}` as const;
  return { type, payload: firmwareLoopEvents[type].parse({ ...more, ...said }) };
}
