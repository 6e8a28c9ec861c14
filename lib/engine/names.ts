/** The names that XState's pure functions use for actions and events; nothing else in the project spells them. */
export const action = {
  spawn: 'xstate.spawnChild',
  stop: 'xstate.stopChild',
  raise: 'xstate.raise',
  cancel: 'xstate.cancel',
} as const;

const done = 'xstate.done.actor.';
const failed = 'xstate.error.actor.';

export const doneEvent = (invokeId: string): string => `${done}${invokeId}`;
export const failedEvent = (invokeId: string): string => `${failed}${invokeId}`;

/** The invoke that an event is the result of, or null for any other event. */
export function resultOf(eventType: string): string | null {
  const prefix = [done, failed].find((candidate) => eventType.startsWith(candidate));
  return prefix === undefined ? null : eventType.slice(prefix.length);
}

/** An event's type in words for a trace: "build done", "TEST_RUN timed out", else the type itself. */
export function eventLabel(eventType: string): string {
  if (eventType.startsWith(done)) return `${eventType.slice(done.length)} done`;
  if (eventType.startsWith(failed)) return `${eventType.slice(failed.length)} failed`;
  const after = /^xstate\.after\.([^.]+)\./.exec(eventType);
  return after?.[1] === undefined ? eventType : `${after[1]} due`;
}
