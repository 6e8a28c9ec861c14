import type { CommandOutcome, StopCause } from '#server/process/command.ts';
import { lastWords } from './complaint.ts';
import { qemuTunables } from './tunables.ts';

/** Limits of one start of an image. Durations are milliseconds, counted from when the processor may run. */
export interface ImageLimits {
  readonly deadlineMs: number;
  readonly silenceMs?: number | undefined;
  readonly outputCapBytes: number;
}

/** What we did to a target; neither when it ended by itself. */
export interface OurDoing {
  readonly cause: StopCause | undefined;
  /** The line that ends the run was there. */
  readonly matched: boolean;
}

/** The end of an emulator as we know it: its own status is no witness of what it was told to do. */
export function toldByUs(outcome: CommandOutcome, { cause, matched }: OurDoing, limits: ImageLimits): CommandOutcome {
  const stopped = { ...outcome, exitCode: null, signal: null, stoppedBy: 'firmloop' } as const;
  if (cause !== undefined) return { ...stopped, endedBy: cause, reason: reasons[cause](limits) };
  return matched ? { ...stopped, endedBy: 'exit', reason: 'switched off after the line that ends the run' } : outcome;
}

const reasons = {
  deadline: ({ deadlineMs }) => `it ran longer than ${deadlineMs / 1000} s`,
  silence: ({ silenceMs = 0 }) => `it printed nothing for ${silenceMs / 1000} s`,
  cancelled: () => 'stopped: it was cancelled',
  'output-cap': ({ outputCapBytes }) => `it printed more than ${outputCapBytes} bytes`,
} satisfies Record<StopCause, (limits: ImageLimits) => string>;

/** An emulator that ends, or has to be ended, before its processor may run has run nothing. */
export function neverUp(outcome: CommandOutcome, complaint: string): CommandOutcome {
  if (outcome.endedBy === 'not-started') return outcome;
  const why =
    outcome.endedBy === 'cancelled' ? `it was not up within ${qemuTunables.startMs / 1000} s` : outcome.reason;
  const words = lastWords(complaint);
  return { ...outcome, endedBy: 'not-started', reason: `it did not start: ${words === '' ? why : words}` };
}
