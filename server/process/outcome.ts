import { constants } from 'node:os';
import { duration } from '#lib/format/duration.ts';
import type { CommandOutcome, CommandSpec, EndedBy, StopCause } from './command.ts';

/** What is known about the end of a process. All null when it survived KILL. */
export interface ProcessEnd {
  exitCode: number | null;
  signal: string | null;
}

/** Some have two names, of which the first is the usual one: SIGABRT and SIGIOT. */
export const signalNames: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [number, name]),
);

/** bwrap reports a signal the way shells do, as a status of 128 and its number. */
export function readSandboxEnd(end: ProcessEnd): ProcessEnd {
  const signal = end.exitCode === null ? undefined : signalNames.get(end.exitCode - 128);
  return signal === undefined ? end : { ...end, signal };
}

/** Firmloop's own doing comes before what the process says: QEMU exits 0 when it is told to stop. */
export function endedBy(end: ProcessEnd, cause: StopCause | undefined): Exclude<EndedBy, 'not-started'> {
  return cause ?? (end.signal === null ? 'exit' : 'signal');
}

/** One sentence for a person, per way to end. */
export const reasonFor = {
  exit: ({ exitCode }) => `exited with status ${exitCode}`,
  signal: ({ signal }) => `ended by ${signal}, which Firmloop did not send`,
  deadline: (_, spec) => `stopped: it ran longer than its deadline of ${inWords(spec.deadlineMs)}`,
  silence: (_, spec) => `stopped: it printed nothing for ${inWords(spec.silenceMs ?? 0)}`,
  cancelled: () => 'stopped: it was cancelled',
  'output-cap': (_, spec) => `stopped: it printed more than ${spec.outputCapBytes} bytes`,
} satisfies Record<Exclude<EndedBy, 'not-started'>, (end: ProcessEnd, spec: CommandSpec) => string>;

function inWords(ms: number): string {
  return duration(ms).replaceAll('\u00a0', ' ');
}

/** For a command that the watchdog killed. Counts as cancelled, since nothing about it tells anything about the firmware. */
export const fencedReason = 'stopped by the watchdog: this runner froze or could not renew itself in time';

/** The outcome of a command of which no process was ever started. */
export function neverStarted(cause: 'not-started' | 'cancelled', reason: string, startedAt: Date): CommandOutcome {
  return {
    endedBy: cause,
    exitCode: null,
    signal: null,
    startedAt: startedAt.toISOString(),
    durationMs: 0,
    bytes: { stdout: 0, stderr: 0 },
    truncated: false,
    stoppedBy: cause === 'cancelled' ? 'firmloop' : 'itself',
    reason,
    sandboxed: false,
    killed: 0,
    survivors: [],
  };
}
