import { readdir, readFile, readFileSync } from 'node:fs';

/** What matters here of one process. */
export interface ProcessState {
  /** False for zombies, which only their parent has not noticed. */
  living: boolean;
  group: number;
  kernelThread: boolean;
  /** Where its environment lies in its memory: another place for each program that it loads, `0` while it loads one. */
  environmentAt: string | undefined;
}

/** Ids of all processes that this one can see. */
export function allProcesses(): Promise<number[]> {
  return new Promise((resolve) => {
    readdir('/proc', (_error, names = []) => resolve(names.map(Number).filter((pid) => pid > 0)));
  });
}

/** Undefined when the process is gone. At once, as the kernel has this at hand of a hung process too. */
export function readState(pid: number): ProcessState | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // "pid (name) state ppid pgrp session tty tpgid flags …"; the name may itself contain spaces and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, , group, , , , flags] = fields;
  return {
    living: state !== 'Z' && state !== 'X',
    group: Number(group),
    kernelThread: (Number(flags) & kernelThreadFlag) !== 0,
    environmentAt: fields[environmentField],
  };
}

/** Field 50 of proc_pid_stat(5), where the state is field 3. */
const environmentField = 47;

/** PF_KTHREAD of linux/sched.h. */
const kernelThreadFlag = 0x00200000;

/**
 * What a process was started with, as `name=value` entries each ended by NUL; undefined when it is gone or another user's.
 * Asynchronous, because reading the memory of a hung process may hang, and by a callback, which costs half of a promise here.
 */
export function readEnvironment(pid: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    readFile(`/proc/${pid}/environ`, 'latin1', (error, text) => resolve(error === null ? text : undefined));
  });
}
