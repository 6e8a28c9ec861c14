import type { CommandSpec, StopCause } from './command.ts';

/** Waits for the first reason to stop a command. */
export interface StopWatch {
  /** Resolves with the first cause; stays pending when none comes. */
  readonly requested: Promise<StopCause>;
  /** The first cause, once there is one. */
  cause(): StopCause | undefined;
  request(cause: StopCause): void;
  /** The child is being listened to: silence counts from now. */
  listening(): void;
  /** Its output is being consumed: silence does not count meanwhile. */
  consuming(): void;
  dispose(): void;
}

/** Longest delay that `setTimeout` accepts; a larger one would fire at once. */
const longestDelayMs = 2 ** 31 - 1;

/** Arms the deadline, the silence limit and the caller's signal; a later cause never replaces the first one. */
export function watchForStop(
  limits: Pick<CommandSpec, 'deadlineMs' | 'silenceMs'>,
  signal: AbortSignal | undefined,
): StopWatch {
  let first: StopCause | undefined;
  let silence: NodeJS.Timeout | undefined;
  const { promise: requested, resolve } = Promise.withResolvers<StopCause>();
  const request = (cause: StopCause) => {
    first ??= cause;
    resolve(cause);
  };
  const cancel = () => request('cancelled');
  const deadline = setTimeout(request, Math.min(limits.deadlineMs, longestDelayMs), 'deadline');
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  const consuming = () => clearTimeout(silence);
  const listening = () => {
    consuming();
    if (limits.silenceMs !== undefined)
      silence = setTimeout(request, Math.min(limits.silenceMs, longestDelayMs), 'silence');
  };
  listening();
  return {
    requested,
    cause: () => first,
    request,
    listening,
    consuming,
    dispose() {
      clearTimeout(deadline);
      consuming();
      signal?.removeEventListener('abort', cancel);
    },
  };
}
