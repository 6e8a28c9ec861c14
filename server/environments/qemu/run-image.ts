import { runCommand } from '#server/process/run-command.ts';
import { processTunables } from '#server/process/tunables.ts';
import type { ConsoleStream, Site } from '../environment.ts';
import { type QemuConfig, qemuArguments } from './arguments.ts';
import { type Attended, attend } from './attend.ts';
import { createComplaint } from './complaint.ts';
import { openMeetingPoint } from './meeting-point.ts';
import type { Monitor } from './monitor.ts';
import { type ImageLimits, neverUp } from './told-by-us.ts';
import { qemuTunables } from './tunables.ts';

/** One start of an image. */
export interface ImageRun<Seen> extends ImageLimits {
  /** An expression for the console line after which the target is switched off. */
  readonly until?: string | undefined;
  /** Further words for the emulator. */
  readonly extra?: readonly string[];
  readonly onBytes: (stream: ConsoleStream, bytes: Buffer) => void | Promise<void>;
  /** The processor is about to run: its monitor, and the path of the pipe into its console. */
  readonly onUp?: (up: { readonly monitor: Monitor; readonly consoleIn: string }) => void;
  /** Looks at a target that hangs, before it is switched off. */
  readonly look?: (monitor: Monitor) => Promise<Seen>;
}

export interface ImageEnd<Seen> extends Attended<Seen> {
  /** The first and the last words of the emulator itself. */
  readonly complaint: string;
}

/**
 * Starts the image in an emulator behind the site's walls and stays until it is gone. Who ended it is what we did, never
 * the emulator's status: it exits with 0 when it is told to quit. Rejects when `onBytes` does, after everything is dead.
 */
export async function runImage<Seen>(config: QemuConfig, site: Site, run: ImageRun<Seen>): Promise<ImageEnd<Seen>> {
  const meeting = await openMeetingPoint(site.marker);
  const kill = new AbortController();
  const complaint = createComplaint();
  const startsAfter = Promise.all([meeting.made, site.startsAfter]).then(() => undefined);
  const ended = runCommand(
    {
      argv: [config.program, ...qemuArguments(config, meeting), ...(run.extra ?? [])],
      cwd: site.directory,
      env: {},
      // The last resort, should we be unable to keep the run's own limits: they are counted from a later moment.
      deadlineMs: 2 * qemuTunables.startMs + run.deadlineMs + qemuTunables.lookMs,
      outputCapBytes: run.outputCapBytes,
      graceMs: processTunables.graceMs,
      stdin: 'closed',
      marker: site.marker,
      ...(site.aheadOf !== undefined && { aheadOf: site.aheadOf }),
      sandbox: { ...site.sandbox, writable: [...(site.sandbox.writable ?? []), meeting.folder] },
    },
    {
      signal: AbortSignal.any([site.signal, kill.signal]),
      ...(site.watchdog && { watchdog: site.watchdog }),
      startsAfter,
      onChunk(_stream, bytes) {
        complaint.push(bytes);
        return run.onBytes('emulator', bytes);
      },
    },
  );
  try {
    // The time for coming up begins when it may.
    await startsAfter;
    const end = await attend({ ended, meeting, kill: () => kill.abort() }, run);
    const said = complaint.text();
    const isAsItSeems = end.started || site.signal.aborted;
    return { ...end, complaint: said, outcome: isAsItSeems ? end.outcome : neverUp(end.outcome, said) };
  } finally {
    kill.abort();
    await Promise.allSettled([ended]);
    await meeting.close();
  }
}
