import { setTimeout as pause } from 'node:timers/promises';
import { MARKER_VARIABLE } from './environment.ts';
import { allProcesses, readEnvironment, readState } from './proc-table.ts';
import type { KillResult } from './process-group.ts';
import { sendSignal } from './send-signal.ts';
import { processTunables } from './tunables.ts';

/**
 * Kills every process whose environment carries `FIRMLOOP_ACTIVITY=<marker>`, wherever it hides: own session, double
 * fork, other parent. Looks again until none is left, because a process may fork while it is being killed. A process
 * that wiped its environment is not found; only the sandbox's PID namespace catches that one.
 */
export async function sweepMarker(marker: string): Promise<KillResult> {
  const until = performance.now() + processTunables.goneMs;
  const killed = new Set<number>();
  for (;;) {
    const found = await findMarked(marker);
    if (found.length === 0 || performance.now() >= until) return { killed: killed.size, survivors: found };
    for (const pid of found) if (sendSignal(pid, 'SIGKILL')) killed.add(pid);
    await pause(1);
  }
}

/** Sends a signal to every process that carries the marker, except the listed ones. */
export async function signalMarked(marker: string, signal: NodeJS.Signals, except: readonly number[]): Promise<void> {
  for (const pid of await findMarked(marker)) if (!except.includes(pid)) sendSignal(pid, signal);
}

/** Living processes that carry the marker, this process left out. */
export async function findMarked(marker: string): Promise<number[]> {
  assertMarker(marker);
  const seen = new Set([process.pid]);
  const marked: number[] = [];
  for (let look = 0; look < mostLooks; look += 1) {
    // A process may hand over to a child and end while the list is being read: newcomers are looked at until there are none.
    const newcomers = (await allProcesses()).filter((pid) => !seen.has(pid));
    if (newcomers.length === 0) break;
    for (const pid of newcomers) seen.add(pid);
    const carries = await Promise.all(newcomers.map((pid) => carriesMarker(pid, marker)));
    marked.push(...newcomers.filter((_, index) => carries[index]));
  }
  return marked;
}

/** Throws when a marker could match more than its own activity or break the watchdog's lines. */
export function assertMarker(marker: string): void {
  if (!/^[\w.:/@-]{1,200}$/.test(marker)) throw new Error(`not a usable activity marker: ${JSON.stringify(marker)}`);
}

/** A host on which new processes come faster than this looks at them would keep the search going for ever. */
const mostLooks = 20;

/** Pauses in milliseconds between looks at an empty environment. Loading a program takes microseconds, from a slow disk more. */
const execPauses = [1, 2, 4];

/** In the middle of `exec` a process has no environment for a moment: it is asked again before it counts as unmarked. */
async function carriesMarker(pid: number, marker: string): Promise<boolean> {
  for (const pauseMs of [0, ...execPauses]) {
    if (pauseMs > 0) await pause(pauseMs);
    const environment = await readEnvironment(pid);
    if (environment === undefined) return false;
    if (environment !== '') return `\0${environment}`.includes(`\0${MARKER_VARIABLE}=${marker}\0`);
    const state = await readState(pid);
    if (!state?.living || state.kernelThread) return false;
  }
  return false;
}
