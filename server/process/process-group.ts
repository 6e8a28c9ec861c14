import { readdir, readFile } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { MARKER_VARIABLE } from './environment.ts';
import { processTunables } from './tunables.ts';

/** What a sweep did: how many processes it killed, and which were still alive when its time was over. */
export interface SweepResult {
  killed: number;
  survivors: readonly number[];
}

/** Sends a signal to a whole process group; false when nobody is left in it (or nobody whom this user may signal). */
export function signalGroup(pgid: number, signal: NodeJS.Signals): boolean {
  assertGroup(pgid);
  return send(-pgid, signal);
}

/** Sends a signal to every process that carries the marker, except the listed ones. */
export async function signalMarked(
  marker: string,
  signal: NodeJS.Signals,
  except: readonly number[] = [],
): Promise<void> {
  for (const pid of await findMarked(marker)) if (!except.includes(pid)) send(pid, signal);
}

/** Ends a group: TERM, then KILL when it is still alive after `graceMs`. Tells who survived even that. */
export async function endGroup(pgid: number, graceMs: number): Promise<SweepResult> {
  if (signalGroup(pgid, 'SIGTERM')) await waitUntilGone(pgid, graceMs);
  return killGroup(pgid);
}

/** Kills a group at once and proves it gone by looking at /proc. */
export async function killGroup(pgid: number): Promise<SweepResult> {
  const { length: killed } = await groupMembers(pgid);
  signalGroup(pgid, 'SIGKILL');
  const gone = await waitUntilGone(pgid, processTunables.goneMs);
  return { killed, survivors: gone ? [] : await groupMembers(pgid) };
}

/** Waits until no living process is left in the group; false when `withinMs` ran out. */
export async function waitUntilGone(pgid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while ((await groupMembers(pgid)).length > 0) {
    if (performance.now() >= until) return false;
    await pause(processTunables.pollMs);
  }
  return true;
}

/**
 * Kills every process whose environment carries `FIRMLOOP_ACTIVITY=<marker>`, wherever it hides: own session, double
 * fork, other parent. Looks again until none is left, because a process may fork while it is being killed. A process
 * that wiped its environment is not found; only the sandbox's PID namespace catches that one.
 */
export async function sweepMarker(marker: string): Promise<SweepResult> {
  const until = performance.now() + processTunables.goneMs;
  const killed = new Set<number>();
  for (;;) {
    const found = await findMarked(marker);
    if (found.length === 0 || performance.now() >= until) return { killed: killed.size, survivors: found };
    for (const pid of found) if (send(pid, 'SIGKILL')) killed.add(pid);
    await pause(processTunables.pollMs);
  }
}

/** Living processes that carry the marker, this process left out. */
export async function findMarked(marker: string): Promise<number[]> {
  assertMarker(marker);
  const entry = `\0${MARKER_VARIABLE}=${marker}\0`;
  const found = await Promise.all(
    (await allProcesses()).map(async (pid) => {
      const environment = await readProc(pid, 'environ');
      return `\0${environment}`.includes(entry) && pid !== process.pid ? pid : undefined;
    }),
  );
  return found.filter((pid) => pid !== undefined);
}

/** Throws when a marker could match more than its own activity or break the watchdog's lines. */
export function assertMarker(marker: string): void {
  if (!/^[\w.:/@-]{1,200}$/.test(marker)) throw new Error(`not a usable activity marker: ${JSON.stringify(marker)}`);
}

/** A zombie still answers `kill(-pgid, 0)` until its parent reaps it, so the state in /proc decides. */
async function groupMembers(pgid: number): Promise<number[]> {
  assertGroup(pgid);
  if (!send(-pgid, 0)) return [];
  const members = await Promise.all(
    (await allProcesses()).map(async (pid) => (isLivingMember(await readProc(pid, 'stat'), pgid) ? pid : undefined)),
  );
  return members.filter((pid) => pid !== undefined);
}

/** `stat` reads "pid (name) state ppid pgrp …"; the name may itself contain spaces and brackets. */
function isLivingMember(stat: string, pgid: number): boolean {
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === String(pgid) && state !== 'Z' && state !== 'X';
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

/** 0 and 1 would address this process's own group and everybody. */
function assertGroup(pgid: number): void {
  if (!Number.isInteger(pgid) || pgid <= 1) throw new Error(`not a process group: ${pgid}`);
}

function allProcesses(): Promise<number[]> {
  return new Promise((resolve) => {
    readdir('/proc', (_error, names = []) => resolve(names.map(Number).filter((pid) => pid > 0)));
  });
}

/** Empty when the process is gone or belongs to somebody else. Callbacks, because they cost half of what promises do here. */
function readProc(pid: number, file: 'environ' | 'stat'): Promise<string> {
  return new Promise((resolve) => {
    readFile(`/proc/${pid}/${file}`, 'latin1', (error, text) => resolve(error ? '' : text));
  });
}
