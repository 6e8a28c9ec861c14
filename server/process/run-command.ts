import { setTimeout as pause } from 'node:timers/promises';
import type { CommandOptions, CommandOutcome, CommandSpec } from './command.ts';
import { type Launch, prepareLaunch } from './launch.ts';
import { endedBy, fencedReason, neverStarted, type ProcessEnd, readSandboxEnd, reasonFor } from './outcome.ts';
import { deliverOutput } from './output.ts';
import { startChild } from './start-child.ts';
import type { StartedChild } from './started-child.ts';
import { askToStop, removeRemains } from './stop-command.ts';
import { watchForStop } from './stop-watch.ts';
import { processTunables } from './tunables.ts';
import { whyNotStarted } from './why-not-started.ts';

/**
 * Runs one command to its end and leaves nothing of it behind. Every expected end is a value: a status, a signal, a
 * limit, a cancellation, a program that is not there. It is over at the latest a moment after deadline + grace, even
 * when a grandchild holds the pipes. Rejects only for a malformed marker, when `startsAfter` does, and when `onChunk` throws
 * (after everything is dead).
 */
export async function runCommand(spec: CommandSpec, options: CommandOptions = {}): Promise<CommandOutcome> {
  const launch = await prepareLaunch(spec);
  await options.startsAfter;
  const startedAt = new Date();
  if (options.signal?.aborted) return neverStarted('cancelled', 'cancelled before it was started', startedAt);
  if ('refusal' in launch) return neverStarted('not-started', launch.refusal, startedAt);

  const child = startChild(launch, spec.stdin);
  if ('error' in child)
    return neverStarted('not-started', await whyNotStarted(spec, launch.env, child.error), startedAt);
  return await supervise(child, spec, launch, options, startedAt);
}

async function supervise(
  child: StartedChild,
  spec: CommandSpec,
  launch: Launch,
  { signal, onChunk, watchdog }: CommandOptions,
  startedAt: Date,
): Promise<CommandOutcome> {
  const begin = performance.now();
  watchdog?.register(child.pid, spec.marker);
  const stops = watchForStop(spec, signal);
  const output = deliverOutput(child.streams, spec.outputCapBytes, onChunk, stops);

  await Promise.race([child.exited, stops.requested]);
  const requested = stops.cause();
  if (requested !== undefined) await askToStop(child, launch.mark, spec.graceMs);
  const durationMs = Math.round(performance.now() - begin);
  stops.dispose();
  const remains = await removeRemains(child, launch.mark, spec);
  const observed = await Promise.race([child.exited, pause(processTunables.goneMs, survivedKill, { ref: false })]);
  await output.drain();
  const fenced = requested === undefined && watchdog?.hasKilled(child.pid) === true;
  watchdog?.unregister(child.pid);
  const failure = output.failure();
  if (failure !== undefined) throw failure;

  const cause = fenced ? 'cancelled' : requested;
  const sandboxed = child.sandbox !== undefined;
  if (cause === undefined && observed.signal === null && (await child.sandbox?.commandRan()) === false) {
    const reason = await whyNotStarted(spec, launch.env, new Error(output.complaint()));
    return { ...neverStarted('not-started', reason, startedAt), sandboxed };
  }
  const end = sandboxed ? readSandboxEnd(observed) : observed;
  const ended = endedBy(end, cause);
  return {
    ...end,
    endedBy: ended,
    startedAt: startedAt.toISOString(),
    durationMs,
    bytes: { ...output.bytes },
    truncated: output.truncated(),
    stoppedBy: cause === undefined ? 'itself' : 'firmloop',
    reason: fenced ? fencedReason : reasonFor[ended](end, spec),
    sandboxed,
    ...remains,
  };
}

const survivedKill: ProcessEnd = { exitCode: null, signal: null };
