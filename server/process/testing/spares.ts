import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '#server/testing/eventually.ts';
import type { CommandSpec } from '../command.ts';
import { allProcesses } from '../proc-table.ts';
import { attempt, locked, type Trial } from './trial.ts';

/** The first process in a sandbox shows what the sandbox was made for. */
const saySpare = "grep -qz '^echo >&4 && read' /proc/1/cmdline && echo spare";

async function commandLines(): Promise<{ pid: number; words: string }[]> {
  const pids = await allProcesses();
  return Promise.all(
    pids.map(async (pid) => ({ pid, words: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') })),
  );
}

/** All processes that were started with the folder's name, those around a command too. */
export async function processesOf(folder: string): Promise<number[]> {
  return (await commandLines()).filter(({ words }) => words.includes(folder)).map(({ pid }) => pid);
}

/** The shells that are held before a command with the folder's name, and sleep. */
export async function waitingIn(folder: string): Promise<number[]> {
  const held = (await commandLines())
    .filter(({ words }) => /^\/bin\/sh\0-c\0echo >&4 && read /.test(words) && words.includes(folder))
    .map(({ pid }) => pid);
  const states = await Promise.all(held.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')));
  return held.filter((_, at) => states[at]?.includes('State:\tS'));
}

export async function aSpareIn(folder: string): Promise<number> {
  const spare = await eventually('a spare waits', async () => (await waitingIn(folder))[0]);
  // Until its word that it does has been read.
  await pause(50);
  return spare;
}

/** Runs a line in a folder as a command that will be run again. Its first line says whether a spare served it. */
export function inFolder(folder: string, line: string, changes: Partial<CommandSpec> = {}): Promise<Trial> {
  return attempt({ shell: `: ${folder}; ${saySpare}; ${line}` }, { ...locked(folder), again: true, ...changes });
}

/** Runs a line for which a spare waits, where the line itself was not run before. */
export async function fromSpare(folder: string, line: string, changes: Partial<CommandSpec> = {}): Promise<Trial> {
  const once = `test -e before || { touch before; exit; }; ${line}`;
  await inFolder(folder, once, changes);
  await aSpareIn(folder);
  return inFolder(folder, once, changes);
}
