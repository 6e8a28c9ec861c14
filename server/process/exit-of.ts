import { libc, numbers } from './libc.ts';
import { type ProcessEnd, signalNames } from './outcome.ts';
import { processTunables } from './tunables.ts';

const living = new Map<number, (end: ProcessEnd) => void>();
let looking: NodeJS.Timeout | undefined;
// From the start, as a child may end before anybody asks; a listener for a signal keeps no process alive.
process.on('SIGCHLD', look);

/**
 * How a child ends that this process has started by itself, not by Node. To be asked once, right after its start. Keeps
 * this process alive as long as the child lives.
 */
export function exitOf(pid: number): Promise<ProcessEnd> {
  looking ??= setInterval(look, processTunables.exitLookMs);
  return new Promise((resolve) => living.set(pid, resolve));
}

/** Looks at each child by its number, so that nobody else's child is taken. */
function look(): void {
  for (const [pid, tell] of living) {
    const status = new Int32Array(1);
    if (libc.waitpid(pid, status, numbers.WNOHANG) !== pid) continue;
    living.delete(pid);
    tell(endOf(status[0] ?? 0));
  }
  if (living.size > 0) return;
  clearInterval(looking);
  looking = undefined;
}

/** Linux's coding of an end: a signal in the low seven bits, else the status in the next eight. */
function endOf(status: number): ProcessEnd {
  const signal = status & 0x7f;
  if (signal !== 0) return { exitCode: null, signal: signalNames.get(signal) ?? `signal ${signal}` };
  return { exitCode: (status >> 8) & 0xff, signal: null };
}
