import { setTimeout as pause } from 'node:timers/promises';
import type { CommandOutcome, StopCause } from '#server/process/command.ts';
import { reasonFor } from '#server/process/outcome.ts';
import { runCommand } from '#server/process/run-command.ts';
import { type StopWatch, watchForStop } from '#server/process/stop-watch.ts';
import { processTunables } from '#server/process/tunables.ts';
import type { ConsoleStream, Site } from '../environment.ts';
import { type QemuConfig, qemuArguments } from './arguments.ts';
import { readConsole } from './console.ts';
import { watchLines } from './line-watch.ts';
import { type MeetingPoint, openMeetingPoint } from './meeting-point.ts';
import { type Monitor, openMonitor } from './monitor.ts';
import { qemuTunables } from './tunables.ts';

/** One start of an image, and its limits. Durations are milliseconds, counted from when the processor may run. */
export interface ImageRun<Seen> {
  readonly deadlineMs: number;
  readonly silenceMs?: number | undefined;
  readonly outputCapBytes: number;
  /** A console line after which the target is stopped. */
  readonly until?: string | undefined;
  /** Further words for the emulator. */
  readonly extra?: readonly string[];
  readonly onBytes: (stream: ConsoleStream, bytes: Buffer) => void | Promise<void>;
  /** Looks at a target that hangs, before it is switched off. */
  readonly look?: (monitor: Monitor) => Promise<Seen>;
}

export interface ImageEnd<Seen> {
  readonly outcome: CommandOutcome;
  readonly printed: number;
  /** The expression matched, and that ended the run. */
  readonly matched: boolean;
  /** The processor has run. */
  readonly started: boolean;
  /** The first and the last words of the emulator itself. */
  readonly complaint: string;
  readonly seen: Seen | null;
}

/**
 * Starts the image in an emulator behind the site's walls and stays until it is gone. Who ended it is what we did, never
 * the emulator's status: it exits with 0 when it is told to quit.
 */
export async function runImage<Seen>(config: QemuConfig, site: Site, run: ImageRun<Seen>): Promise<ImageEnd<Seen>> {
  const meeting = await openMeetingPoint();
  const kill = new AbortController();
  const complaint = createComplaint();
  const { program } = config;
  const emulator = runCommand(
    {
      argv: [program, ...qemuArguments(config, meeting), ...(run.extra ?? [])],
      cwd: site.directory,
      env: {},
      deadlineMs: qemuTunables.startMs + run.deadlineMs + 5 * qemuTunables.monitorMs,
      outputCapBytes: run.outputCapBytes,
      graceMs: processTunables.graceMs,
      stdin: 'closed',
      marker: site.marker,
      sandbox: { ...site.sandbox, writable: [...(site.sandbox.writable ?? []), meeting.folder] },
    },
    {
      signal: AbortSignal.any([site.signal, kill.signal]),
      ...(site.watchdog && { watchdog: site.watchdog }),
      onChunk: (_stream, bytes) => {
        complaint.push(bytes);
        return run.onBytes('emulator', bytes);
      },
    },
  );
  try {
    const end = await attend(emulator, meeting, run, () => kill.abort());
    const said = complaint.text();
    const isOurs = end.started || site.signal.aborted;
    return { ...end, complaint: said, outcome: isOurs ? end.outcome : neverUp(end.outcome, said) };
  } finally {
    kill.abort();
    await Promise.allSettled([emulator]);
    await meeting.close();
  }
}

async function attend<Seen>(
  emulator: Promise<CommandOutcome>,
  meeting: MeetingPoint,
  run: ImageRun<Seen>,
  kill: () => void,
): Promise<Omit<ImageEnd<Seen>, 'complaint'>> {
  const late = pause(qemuTunables.startMs, null, { ref: false });
  const met = await Promise.race([meeting.met, emulator.then(() => null), late]);
  const monitor = met === null ? null : openMonitor(met.monitor);
  // It connects early, and answers once the machine is built and the image is loaded.
  const isUp = (await monitor?.execute('qmp_capabilities', { withinMs: qemuTunables.startMs })) ?? null;
  if (met === null || monitor === null || isUp === null) {
    kill();
    return { outcome: await emulator, printed: 0, matched: false, started: false, seen: null };
  }
  const stops = watchForStop(
    { deadlineMs: run.deadlineMs, ...(run.silenceMs !== undefined && { silenceMs: run.silenceMs }) },
    undefined,
  );
  let matched = false;
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const watch = run.until === undefined ? undefined : watchLines(new RegExp(run.until, 'u'), reach);
  const console = readConsole(met.console, {
    capBytes: run.outputCapBytes,
    stops,
    onBytes: (bytes) => {
      watch?.(bytes);
      return run.onBytes('console', bytes);
    },
  });
  void monitor.execute('cont');
  await Promise.race([
    emulator,
    stops.requested,
    reached.then(() => {
      matched = true;
    }),
  ]);
  const cause = stops.cause();
  const seen = isHang(cause) && run.look !== undefined ? await run.look(monitor) : null;
  if (cause !== undefined || matched) await switchOff(emulator, monitor, kill);
  const outcome = await emulator;
  await console.drain();
  stops.dispose();
  const failure = console.failure();
  if (failure !== undefined) throw failure;
  return {
    outcome: toldByUs(outcome, { cause, matched, run }),
    printed: console.printed(),
    matched,
    started: true,
    seen,
  };
}

/** An emulator that ends, or has to be ended, before its processor may run has run nothing. */
function neverUp(outcome: CommandOutcome, complaint: string): CommandOutcome {
  if (outcome.endedBy === 'not-started') return outcome;
  const why =
    outcome.endedBy === 'cancelled' ? `it was not up within ${qemuTunables.startMs / 1000} s` : outcome.reason;
  const words = lastWords(complaint);
  return { ...outcome, endedBy: 'not-started', reason: `it did not start: ${words === '' ? why : words}` };
}

/** The emulator's last complaint; a hint may follow it that means little alone. */
export function lastWords(complaint: string): string {
  const lines = complaint.trim().split('\n');
  return lines.findLast((line) => /^qemu/.test(line)) ?? lines.at(-1) ?? '';
}

function isHang(cause: ReturnType<StopWatch['cause']>): boolean {
  return cause === 'deadline' || cause === 'silence';
}

async function switchOff(emulator: Promise<CommandOutcome>, monitor: Monitor, kill: () => void): Promise<void> {
  const answer = await monitor.execute('quit');
  const patience = pause(answer === null ? 0 : qemuTunables.quitMs, false, { ref: false });
  const gone = await Promise.race([emulator.then(() => true), patience]);
  if (!gone) kill();
}

function toldByUs(
  outcome: CommandOutcome,
  {
    cause,
    matched,
    run,
  }: {
    cause: StopCause | undefined;
    matched: boolean;
    run: Pick<ImageRun<unknown>, 'deadlineMs' | 'silenceMs' | 'outputCapBytes'>;
  },
): CommandOutcome {
  if (outcome.endedBy === 'cancelled' && cause === undefined && !matched) return outcome;
  const stopped = { ...outcome, exitCode: null, signal: null, stoppedBy: 'firmloop' } as const;
  if (cause !== undefined) return { ...stopped, endedBy: cause, reason: stopReason[cause](run) };
  return matched ? { ...stopped, endedBy: 'exit', reason: 'switched off after the line that ends the run' } : outcome;
}

const stopReason = {
  deadline: ({ deadlineMs }) => `it ran longer than ${deadlineMs / 1000} s`,
  silence: ({ silenceMs = 0 }) => `it printed nothing for ${silenceMs / 1000} s`,
  cancelled: reasonFor.cancelled,
  'output-cap': ({ outputCapBytes }) => `it printed more than ${outputCapBytes} bytes`,
} satisfies Record<StopCause, (run: Pick<ImageRun<unknown>, 'deadlineMs' | 'silenceMs' | 'outputCapBytes'>) => string>;

/** Keeps the beginning and the end of what the emulator says. */
function createComplaint(): { push(bytes: Buffer): void; text(): string } {
  const half = qemuTunables.complaintBytes / 2;
  let head = '';
  let tail = '';
  return {
    push(bytes) {
      const text = bytes.toString('utf8');
      if (head.length < half) head += text.slice(0, half - head.length);
      else tail = (tail + text).slice(-half);
    },
    text: () => head + tail,
  };
}
