import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { StopWatch } from '#server/process/stop-watch.ts';
import { qemuTunables } from './tunables.ts';

/** The console of one running target. */
export interface Console {
  printed(): number;
  /** The listener's own error, if it threw. */
  failure(): Error | undefined;
  /** Call after the emulator's end: reads what is left. */
  drain(): Promise<void>;
}

/**
 * Hands on the bytes of a console, one chunk at a time; the emulator waits meanwhile, so memory stays flat. Beyond the
 * cap it stops the run, and the rest is dropped.
 */
export function readConsole(
  socket: Socket,
  {
    onBytes,
    capBytes,
    stops,
  }: { onBytes: (bytes: Buffer) => void | Promise<void>; capBytes: number; stops: StopWatch },
): Console {
  let printed = 0;
  let failure: Error | undefined;
  let over = false;
  const finished = read();

  async function read(): Promise<void> {
    try {
      for await (const chunk of socket) await accept(chunk);
    } catch {
      // A connection that its emulator resets is over; the emulator's own end tells why.
    }
  }

  async function accept(chunk: Buffer): Promise<void> {
    const kept = chunk.subarray(0, Math.max(0, capBytes - printed));
    printed += kept.length;
    if (kept.length < chunk.length) stops.request('output-cap');
    if (kept.length === 0 || failure !== undefined) return;
    stops.consuming();
    await handOn(kept);
    if (!over) stops.listening();
  }

  async function handOn(bytes: Buffer): Promise<void> {
    try {
      await onBytes(bytes);
    } catch (cause) {
      failure = new Error('the listener to a console failed', { cause });
      stops.request('cancelled');
    }
  }

  return {
    printed: () => printed,
    failure: () => failure,
    async drain() {
      over = true;
      await Promise.race([finished, pause(qemuTunables.drainMs, undefined, { ref: false })]);
      socket.destroy();
    },
  };
}
