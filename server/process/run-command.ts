import { setTimeout as pause } from 'node:timers/promises';
import type { CommandOptions, CommandOutcome, CommandSpec } from './command.ts';
import { type Launch, prepareLaunch } from './launch.ts';
import { endedBy, neverStarted, type ProcessEnd, readSandboxEnd, reasonFor } from './outcome.ts';
import { deliverOutput } from './output.ts';
import { killGroup, signalGroup, signalMarked, sweepMarker, waitUntilGone } from './process-group.ts';
import { type StartedChild, startChild } from './start-child.ts';
import { watchForStop } from './stop-watch.ts';
import { processTunables } from './tunables.ts';
import { whyNotStarted } from './why-not-started.ts';

/**
 * Runs one command to its end and leaves nothing of it behind. Every expected end is a value: a status, a signal, a
 * limit, a cancellation, a program that is not there. It is over at the latest a moment after deadline + grace, even
 * when a grandchild holds the pipes. Rejects only when `onChunk` throws, and then too only after everything is dead.
 */
export async function runCommand(spec: CommandSpec, options: CommandOptions = {}): Promise<CommandOutcome> {
  const startedAt = new Date();
  const launch = await prepareLaunch(spec);
  if (options.signal?.aborted) return neverStarted('cancelled', 'cancelled before it was started', startedAt);
  if ('refusal' in launch) return neverStarted('not-started', launch.refusal, startedAt);

  const child = await startChild(launch, spec.stdin);
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
  const cause = stops.cause();
  if (cause !== undefined) await askToStop(child.pid, spec, launch.sandboxed);
  stops.dispose();
  const remains = await removeRemains(child.pid, spec.marker);
  watchdog?.unregister(child.pid);
  const observed = await Promise.race([child.exited, pause(processTunables.goneMs, survivedKill, { ref: false })]);
  await output.drain();
  const failure = output.failure();
  if (failure !== undefined) throw failure;

  const sandboxed = launch.sandboxed;
  if (sandboxed && cause === undefined && !child.sandboxReport().includes('exit-code')) {
    const reason = await whyNotStarted(spec, launch.env, new Error(output.complaint()));
    return { ...neverStarted('not-started', reason, startedAt), sandboxed };
  }
  const end = sandboxed ? readSandboxEnd(observed) : observed;
  const ended = endedBy(end, cause);
  return {
    ...end,
    endedBy: ended,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - begin),
    bytes: { ...output.bytes },
    truncated: output.truncated(),
    stoppedBy: cause === undefined ? 'itself' : 'firmloop',
    reason: reasonFor[ended](end, spec),
    sandboxed,
    ...remains,
  };
}

const survivedKill: ProcessEnd = { exitCode: null, signal: null };

/**
 * TERM to the group and to escapees, then the grace. bwrap itself is spared: it would die at once and take the command
 * with it, which then could not clean up.
 */
async function askToStop(pgid: number, { marker, graceMs }: CommandSpec, sandboxed: boolean): Promise<void> {
  if (!sandboxed) signalGroup(pgid, 'SIGTERM');
  await signalMarked(marker, 'SIGTERM', [pgid]);
  await waitUntilGone(pgid, graceMs);
}

/** After every end, also a good one: a daemon that a test left running would disturb the next test. */
async function removeRemains(pgid: number, marker: string): Promise<Pick<CommandOutcome, 'killed' | 'survivors'>> {
  const group = await killGroup(pgid);
  const escaped = await sweepMarker(marker);
  return {
    killed: group.killed + escaped.killed,
    survivors: [...new Set([...group.survivors, ...escaped.survivors])],
  };
}
