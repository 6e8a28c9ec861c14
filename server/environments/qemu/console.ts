import { once } from 'node:events';
import { constants, open } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
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

interface Listener {
  readonly onBytes: (bytes: Buffer) => void | Promise<void>;
  readonly capBytes: number;
  readonly stops: StopWatch;
}

/**
 * Hands on the bytes of a console's pipe, one chunk at a time; the emulator waits when the pipe is full, so memory stays
 * flat. Beyond the cap it stops the run, and the rest is dropped. Call it once the emulator has opened the pipe.
 */
export async function readConsole(pipe: string, { onBytes, capBytes, stops }: Listener): Promise<Console> {
  let printed = 0;
  let failure: Error | undefined;
  const over = new AbortController();
  const buffer = Buffer.alloc(qemuTunables.consoleReadBytes);
  const stream = new Socket({
    fd: await promisify(open)(pipe, constants.O_RDONLY | constants.O_NONBLOCK),
    onread: {
      buffer,
      callback(length) {
        void accept(buffer.subarray(0, length));
        return false;
      },
    },
  });
  const finished = once(stream, 'close');
  stream.on('error', () => undefined).resume();

  async function accept(chunk: Buffer): Promise<void> {
    const kept = chunk.subarray(0, Math.max(0, capBytes - printed));
    printed += kept.length;
    if (kept.length < chunk.length) stops.request('output-cap');
    if (kept.length > 0 && failure === undefined) await handOn(kept);
    if (chunk.length < buffer.length) await gather();
    stream.resume();
  }

  async function handOn(bytes: Buffer): Promise<void> {
    stops.consuming();
    try {
      await onBytes(Buffer.from(bytes));
    } catch (cause) {
      failure = new Error('the listener to a console failed', { cause });
      stops.request('cancelled');
    }
    if (!over.signal.aborted) stops.listening();
  }

  /** Reading each byte as it comes would cost more than the emulator needs to print it. */
  function gather(): Promise<void> {
    return pause(qemuTunables.gatherMs, undefined, { signal: over.signal }).catch(() => undefined);
  }

  return {
    printed: () => printed,
    failure: () => failure,
    async drain() {
      over.abort();
      await Promise.race([finished, pause(qemuTunables.drainMs, undefined, { ref: false })]);
      stream.destroy();
    },
  };
}
