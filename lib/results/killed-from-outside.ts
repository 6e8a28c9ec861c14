import { signalOfExitCode } from './exit-meaning.ts';
import type { EndedBy, RunEnd } from './verdict-of-run.ts';

/** What a kernel short of memory, a host that shuts down, or a person sends; firmware earns SIGSEGV, SIGABRT and the like itself. */
const signals: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM']);

/** Ends that Firmloop did not bring about. */
const ends: ReadonlySet<EndedBy> = new Set<EndedBy>(['exit', 'signal']);

/** The signal by which somebody else ended a test program, `SIGKILL` or `SIGTERM`; null for any other end. */
export function killedFromOutside({ endedBy, exitCode, signal }: RunEnd): string | null {
  const name = signal ?? signalOfExitCode(exitCode);
  return name !== undefined && signals.has(name) && ends.has(endedBy) ? name : null;
}
