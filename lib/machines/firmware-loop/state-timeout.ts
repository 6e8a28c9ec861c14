import { topState } from '#lib/engine/top-state.ts';
import type { FirmwareLoopContext } from './context.ts';
import { stateTimeoutSec, type TimedState, timedStates } from './tunables.ts';

/** The top-level state of a dotted path, which is what `state_timeout_sec` goes by. */
export function timedStateOf(path: string): TimedState {
  const top = topState(path);
  const state = timedStates.find((one) => one === top);
  if (state === undefined) throw new Error(`${path} has no time-out in tunables.ts`);
  return state;
}

/** Name of the delay that bounds each activity of the state. */
export function delayOf(state: TimedState): string {
  return `${state} time-out`;
}

/** Seconds that each activity of the state may take: the run's own limit, else the default. */
export function timeoutSeconds({ settings }: FirmwareLoopContext, state: TimedState): number {
  return settings.limits.state_timeout_sec[state] ?? stateTimeoutSec[state];
}
