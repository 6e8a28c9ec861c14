import { setTimeout as pause } from 'node:timers/promises';
import type { CommandOutcome, StopCause } from '#server/process/command.ts';
import { watchForStop } from '#server/process/stop-watch.ts';
import { readConsole } from './console.ts';
import { watchLines } from './line-watch.ts';
import type { MeetingPoint } from './meeting-point.ts';
import { type Monitor, openMonitor } from './monitor.ts';
import type { ImageRun } from './run-image.ts';
import { type OurDoing, toldByUs } from './told-by-us.ts';
import { qemuTunables } from './tunables.ts';

/** An emulator as its attendant has it in hand. */
export interface Emulator {
  /** Its end, which is sure to come. */
  readonly ended: Promise<CommandOutcome>;
  readonly meeting: Pick<MeetingPoint, 'met' | 'consoleIn' | 'consoleOut'>;
  readonly kill: () => void;
}

export interface Attended<Seen> {
  readonly outcome: CommandOutcome;
  /** Bytes that the firmware printed. */
  readonly printed: number;
  /** The line that ends the run was there. */
  readonly matched: boolean;
  /** The processor was allowed to run. */
  readonly started: boolean;
  readonly seen: Seen | null;
}

/** Lets the processor run, listens until it ends or has to be stopped, looks at it when it hangs, and switches it off. */
export async function attend<Seen>(emulator: Emulator, run: ImageRun<Seen>): Promise<Attended<Seen>> {
  const monitor = await comeUp(emulator);
  if (monitor === null) {
    emulator.kill();
    return { outcome: await emulator.ended, printed: 0, matched: false, started: false, seen: null };
  }
  const { deadlineMs, silenceMs } = run;
  const stops = watchForStop({ deadlineMs, ...(silenceMs !== undefined && { silenceMs }) }, undefined);
  const line = watchForLine(run.until);
  const console = await readConsole(emulator.meeting.consoleOut, {
    capBytes: run.outputCapBytes,
    stops,
    onBytes(bytes) {
      line.look(bytes);
      return run.onBytes('console', bytes);
    },
  });
  try {
    run.onUp?.({ monitor, consoleIn: emulator.meeting.consoleIn });
    // Firmware may end the emulator before it has answered.
    void monitor.execute('cont');
    await Promise.race([emulator.ended, stops.requested, line.seen]);
    const doing: OurDoing = { cause: stops.cause(), matched: line.isSeen() };
    const seen = isHang(doing.cause) ? ((await run.look?.(monitor)) ?? null) : null;
    if (doing.cause !== undefined || doing.matched) await switchOff(emulator, monitor);
    const outcome = await emulator.ended;
    await console.drain();
    const failure = console.failure();
    if (failure !== undefined) throw failure;
    const { matched } = doing;
    return { outcome: toldByUs(outcome, doing, run), printed: console.printed(), matched, started: true, seen };
  } finally {
    stops.dispose();
  }
}

/** It connects early, and answers once the machine is built and the image is loaded. Null when it does not come that far. */
async function comeUp({ ended, meeting }: Emulator): Promise<Monitor | null> {
  const late = pause(qemuTunables.startMs, null, { ref: false });
  const socket = await Promise.race([meeting.met, ended.then(() => null), late]);
  if (socket === null) return null;
  const monitor = openMonitor(socket);
  const answer = await monitor.execute('qmp_capabilities', { withinMs: qemuTunables.startMs });
  return answer === null ? null : monitor;
}

function watchForLine(expression: string | undefined) {
  const { promise: seen, resolve } = Promise.withResolvers<void>();
  let isSeen = false;
  const look =
    expression === undefined
      ? () => undefined
      : watchLines(new RegExp(expression, 'u'), () => {
          isSeen = true;
          resolve();
        });
  return { seen, look, isSeen: () => isSeen };
}

function isHang(cause: StopCause | undefined): boolean {
  return cause === 'deadline' || cause === 'silence';
}

async function switchOff({ ended, kill }: Emulator, monitor: Monitor): Promise<void> {
  const answer = await monitor.execute('quit');
  const patience = pause(answer === null ? 0 : qemuTunables.quitMs, false, { ref: false });
  const gone = await Promise.race([ended.then(() => true), patience]);
  if (!gone) kill();
}
