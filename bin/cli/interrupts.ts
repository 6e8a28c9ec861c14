import { tunables } from '../stack/tunables.ts';
import { signals } from './signals.ts';

/** How somebody asks a command to end. */
export interface Interrupts {
  /** Aborts at the first request. */
  readonly first: AbortSignal;
  /** Called when somebody insists; the process ends right after. */
  insisted: () => void;
  /** Gives the signals back. */
  close(): void;
}

/** Listens for Ctrl-C and its relatives. The terminal and the launcher both deliver one Ctrl-C: the two count as one. */
export function listenForInterrupts(exitCode: number): Interrupts {
  const first = new AbortController();
  let firstAt = Number.POSITIVE_INFINITY;
  const interrupts: Interrupts = { first: first.signal, insisted: () => undefined, close };
  function heard(): void {
    const now = performance.now();
    if (!first.signal.aborted) {
      firstAt = now;
      first.abort();
    } else if (now - firstAt > tunables.sameInterrupt) {
      interrupts.insisted();
      process.exit(exitCode);
    }
  }
  function close(): void {
    for (const signal of signals) process.off(signal, heard);
  }
  for (const signal of signals) process.on(signal, heard);
  return interrupts;
}
