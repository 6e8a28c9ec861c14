import { PassThrough } from 'node:stream';
import type { OpenBoard } from '#server/boards/drivers/open-board.ts';
import { driverTunables } from '#server/boards/drivers/tunables.ts';
import type { CommandOutcome, OutputStream, StopCause } from '#server/process/command.ts';
import { neverStarted } from '#server/process/outcome.ts';
import { deliverOutput } from '#server/process/output.ts';
import { watchForStop } from '#server/process/stop-watch.ts';
import { watchLines } from '../qemu/line-watch.ts';
import { type ImageLimits, toldByUs } from '../qemu/told-by-us.ts';

/** One start of what is on a board. */
export interface ConsoleRun<Seen> extends ImageLimits {
  readonly signal: AbortSignal;
  /** An expression for the console line after which the board is switched off. */
  readonly until?: string | undefined;
  readonly onBytes: (bytes: Buffer) => void | Promise<void>;
  /** Looks at a board that hangs, before it is switched off. */
  readonly look?: () => Promise<Seen>;
}

export interface ConsoleEnd<Seen> {
  readonly outcome: CommandOutcome;
  readonly printed: number;
  readonly matched: boolean;
  /** What of the board broke down, so that nothing can be said of the firmware. */
  readonly broken: string | null;
  readonly seen: Seen | null;
}

/** Switches a board on and reads its console until a line, a limit, or its own end; then it is off. */
export async function runOnBoard<Seen>(board: OpenBoard, run: ConsoleRun<Seen>): Promise<ConsoleEnd<Seen>> {
  const startedAt = new Date();
  const never = (cause: 'cancelled' | 'not-started', reason: string): ConsoleEnd<Seen> => ({
    outcome: neverStarted(cause, reason, startedAt),
    ...{ printed: 0, matched: false, broken: cause === 'cancelled' ? null : reason, seen: null },
  });
  const { power, console } = board;
  if (run.signal.aborted) return never('cancelled', 'cancelled before it was started');
  if (power === undefined || console === undefined) {
    const lacks = power === undefined ? 'switch' : 'console';
    return never('not-started', `the board has no ${lacks} among its connections`);
  }
  const off = await power.set('off', run.signal);
  if (!off.ok) return never(run.signal.aborted ? 'cancelled' : 'not-started', off.reason);
  const opened = await console.open(run.signal);
  if (!opened.ok) return never(run.signal.aborted ? 'cancelled' : 'not-started', opened.reason);

  const begin = performance.now();
  const { deadlineMs, silenceMs } = run;
  const stops = watchForStop({ deadlineMs, ...(silenceMs !== undefined && { silenceMs }) }, run.signal);
  const line = lookedFor(run.until);
  const hungUp = new Promise<void>((resolve) => opened.line.once('end', resolve).once('close', resolve));
  const output = deliverOutput({ stdout: opened.line, stderr: noise() }, run.outputCapBytes, onChunk, stops);
  try {
    const on = await power.set('on', run.signal);
    if (!on.ok && stops.cause() === undefined) return never('not-started', on.reason);
    const ending = power.ending?.() ?? null;
    const over = await Promise.race([
      stops.requested.then(() => 'stopped' as const),
      line.seen.then(() => 'matched' as const),
      hungUp.then(() => 'hung up' as const),
      ...(ending === null ? [] : [ending]),
    ]);
    const cause = stops.cause();
    const seen = isHang(cause) ? ((await run.look?.()) ?? null) : null;
    await power.set('off', AbortSignal.timeout(driverTunables.switchMs));
    await output.drain();
    const failure = output.failure();
    if (failure !== undefined) throw failure;
    const base = typeof over === 'object' ? over : { ...unknownEnd, startedAt: startedAt.toISOString() };
    const doing = { cause, matched: over === 'matched' };
    const outcome = { ...toldByUs(base, doing, run), durationMs: Math.round(performance.now() - begin) };
    const broken = over === 'hung up' && cause === undefined ? 'the line to its console broke' : null;
    return {
      outcome: { ...outcome, bytes: { ...output.bytes } },
      printed: output.bytes.stdout,
      matched: doing.matched,
      broken,
      seen,
    };
  } finally {
    stops.dispose();
    opened.line.destroy();
  }

  function onChunk(_stream: OutputStream, bytes: Buffer): void | Promise<void> {
    line.look(bytes);
    return run.onBytes(bytes);
  }
}

/** A board tells nothing about its end but what it prints. */
const unknownEnd: CommandOutcome = {
  endedBy: 'exit',
  exitCode: null,
  signal: null,
  startedAt: '',
  durationMs: 0,
  bytes: { stdout: 0, stderr: 0 },
  truncated: false,
  stoppedBy: 'itself',
  reason: 'ended',
  sandboxed: false,
  killed: 0,
  survivors: [],
};

function lookedFor(expression: string | undefined) {
  const { promise: seen, resolve } = Promise.withResolvers<void>();
  const look = expression === undefined ? () => undefined : watchLines(new RegExp(expression, 'u'), resolve);
  return { seen, look };
}

/** A console has one stream. */
function noise(): PassThrough {
  return new PassThrough().end();
}

function isHang(cause: StopCause | undefined): boolean {
  return cause === 'deadline' || cause === 'silence';
}
