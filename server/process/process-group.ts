import { setTimeout as pause } from 'node:timers/promises';
import { allProcesses, readState } from './proc-table.ts';
import { sendSignal } from './send-signal.ts';
import { processTunables } from './tunables.ts';

export { sweepMarker } from './marker-sweep.ts';

/** How many processes were killed, and which were still alive when the time for that was over. */
export interface KillResult {
  killed: number;
  survivors: readonly number[];
}

/**
 * Sends a signal to a whole process group, 0 only to ask; false when nobody is left in it (or nobody whom this user may
 * signal).
 */
export function signalGroup(pgid: number, signal: NodeJS.Signals | 0): boolean {
  assertGroup(pgid);
  return sendSignal(-pgid, signal);
}

/** Ends a group: TERM, then KILL when it is still alive after `graceMs`. */
export async function endGroup(pgid: number, graceMs: number): Promise<KillResult> {
  if (signalGroup(pgid, 'SIGTERM')) await waitUntilGroupGone(pgid, graceMs);
  return killGroup(pgid);
}

/** Kills a group at once and proves it gone by looking at /proc, unless nobody is left in it. */
export async function killGroup(pgid: number): Promise<KillResult> {
  if (!signalGroup(pgid, 0)) return { killed: 0, survivors: [] };
  const { length: killed } = await groupMembers(pgid);
  signalGroup(pgid, 'SIGKILL');
  const gone = await waitUntilGroupGone(pgid, processTunables.goneMs);
  return { killed, survivors: gone ? [] : await groupMembers(pgid) };
}

/** Waits until no living process is left in the group; false when `withinMs` ran out. */
export async function waitUntilGroupGone(pgid: number, withinMs: number): Promise<boolean> {
  return pollUntil(async () => (await groupMembers(pgid)).length === 0, withinMs);
}

/** Waits until one process is gone; false when the time for that ran out. */
export async function waitUntilProcessGone(pid: number): Promise<boolean> {
  return pollUntil(async () => !readState(pid)?.living, processTunables.goneMs);
}

/** Asks at once, then at growing distances up to `pollMs`: most processes are gone within a millisecond or two. */
async function pollUntil(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  for (let pauseMs = 1; !(await isSo()); pauseMs = Math.min(pauseMs * 2, processTunables.pollMs)) {
    if (performance.now() >= until) return false;
    await pause(pauseMs);
  }
  return true;
}

/** A zombie still answers `kill(-pgid, 0)` until its parent reaps it, so the state in /proc decides. */
async function groupMembers(pgid: number): Promise<number[]> {
  if (!signalGroup(pgid, 0)) return [];
  return (await allProcesses()).filter((pid) => {
    const state = readState(pid);
    return state?.living && state.group === pgid;
  });
}

/** 0 and 1 would address this process's own group and everybody. */
function assertGroup(pgid: number): void {
  if (!Number.isInteger(pgid) || pgid <= 1) throw new Error(`not a process group: ${pgid}`);
}
