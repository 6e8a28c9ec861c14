import { libc, numbers } from './libc.ts';
import { type ProcessEnd, signalNames } from './outcome.ts';
import { processTunables } from './tunables.ts';

const living = new Map<number, (end: ProcessEnd) => void>();
let looking: NodeJS.Timeout | undefined;

/**
 * How a child ends that this process has started by itself, not by Node. To be asked once, in the turn of its start. Keeps
 * this process alive as long as the child lives.
 */
export function exitOf(pid: number): Promise<ProcessEnd> {
  if (looking === undefined) {
    looking = setInterval(look, processTunables.exitLookMs);
    process.on('SIGCHLD', look);
  }
  // One that has ended before anybody listened.
  setImmediate(look);
  return new Promise((resolve) => living.set(pid, resolve));
}

/** Looks at each child by its number, so that nobody else's child is taken. */
function look(): void {
  for (const [pid, tell] of living) {
    const status = new Int32Array(1);
    const answer = libc.waitpid(pid, status, numbers.WNOHANG);
    if (answer === 0) continue;
    living.delete(pid);
    tell(answer === pid ? endOf(status[0] ?? 0) : unknownEnd);
  }
  if (living.size > 0) return;
  clearInterval(looking);
  process.off('SIGCHLD', look);
  looking = undefined;
}

/** Of a child that somebody else has waited for. */
const unknownEnd: ProcessEnd = { exitCode: null, signal: null };

/** Linux's coding of an end: a signal in the low seven bits, else the status in the next eight. */
function endOf(status: number): ProcessEnd {
  const signal = status & 0x7f;
  if (signal !== 0) return { exitCode: null, signal: signalNames.get(signal) ?? `signal ${signal}` };
  return { exitCode: (status >> 8) & 0xff, signal: null };
}
