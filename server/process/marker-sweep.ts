import { setTimeout as pause } from 'node:timers/promises';
import { activityMark, aheadMark, type Mark } from './environment.ts';
import { allProcesses, readEnvironment, readState } from './proc-table.ts';
import type { KillResult } from './process-group.ts';
import { sendSignal } from './send-signal.ts';
import { processTunables } from './tunables.ts';

/** Kills everything that an activity, or what was begun ahead of its end, has left on this host, wherever it hides; see `killCarriers`. */
export async function sweepMarker(marker: string): Promise<KillResult> {
  assertMarker(marker);
  return killCarriers(activityMark(marker), aheadMark(marker));
}

/** Living processes of an activity, this process left out. */
export async function findMarked(marker: string): Promise<number[]> {
  assertMarker(marker);
  return findCarriers(activityMark(marker));
}

/**
 * Kills every process whose environment carries one of the marks: in its own session, after a double fork, under another parent.
 * Looks again until none is left, because a process may fork while it is being killed. A process that wiped its
 * environment is not found; only the sandbox's PID namespace catches that one.
 */
export async function killCarriers(...marks: readonly Mark[]): Promise<KillResult> {
  const until = performance.now() + processTunables.goneMs;
  const killed = new Set<number>();
  for (;;) {
    const found = await findCarriers(...marks);
    if (found.length === 0 || performance.now() >= until) return { killed: killed.size, survivors: found };
    for (const pid of found) if (sendSignal(pid, 'SIGKILL')) killed.add(pid);
    await pause(1);
  }
}

/** Sends a signal to every process that carries the mark, except one. */
export async function signalCarriers(mark: Mark, signal: NodeJS.Signals, except: number): Promise<void> {
  for (const pid of await findCarriers(mark)) if (pid !== except) sendSignal(pid, signal);
}

async function findCarriers(...marks: readonly Mark[]): Promise<number[]> {
  const seen = new Set([process.pid]);
  const carriers: number[] = [];
  for (let look = 0; look < mostLooks; look += 1) {
    // A process may hand over to a child and end while the list is being read: newcomers are looked at until there are none.
    const newcomers = (await allProcesses()).filter((pid) => !seen.has(pid));
    if (newcomers.length === 0) break;
    for (const pid of newcomers) seen.add(pid);
    const carries = await Promise.all(newcomers.map((pid) => carriesOneOf(pid, marks)));
    carriers.push(...newcomers.filter((_, index) => carries[index]));
  }
  return carriers;
}

/** Throws when a marker could match more than its own activity or break the watchdog's lines. */
export function assertMarker(marker: string): void {
  if (!/^[\w.:/@-]{1,200}$/.test(marker)) throw new Error(`not a usable activity marker: ${JSON.stringify(marker)}`);
}

/** A host on which new processes come faster than this looks at them would keep the search going for ever. */
const mostLooks = 20;

/**
 * Pauses in milliseconds between looks at an empty environment. Loading a program takes microseconds, from a slow disk more,
 * and on a busy host it has to wait in the midst of it.
 */
const execPauses = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * In the middle of `exec` a process shows no environment for a moment: it is asked again before it counts as unmarked. One
 * that shows none twice in the same program has none.
 */
async function carriesOneOf(pid: number, marks: readonly Mark[]): Promise<boolean> {
  let emptyAt: string | undefined;
  for (const pauseMs of [0, ...execPauses]) {
    if (pauseMs > 0) await pause(pauseMs);
    const environment = await readEnvironment(pid);
    if (environment === undefined) return false;
    if (environment !== '') return marks.some((mark) => `\0${environment}`.includes(`\0${mark}\0`));
    const state = readState(pid);
    if (!state?.living || state.kernelThread) return false;
    if (state.environmentAt === emptyAt && emptyAt !== '0') return false;
    emptyAt = state.environmentAt;
  }
  return false;
}
