import { setTimeout as pause } from 'node:timers/promises';
import { workTunables } from './tunables.ts';

/** Keeps what a console prints, piece by piece and in order. */
export interface Recorder {
  /** Settles when more can be taken. */
  write(bytes: Buffer): Promise<void>;
  /** Settles when everything is kept. */
  end(): Promise<void>;
}

const cut = Buffer.from('\r\n[the recording is full: what the board prints from here on is not kept]\r\n');

/** `keep` stores one piece. When it fails, the recording ends there and the console goes on. */
export function createRecorder(keep: (piece: Buffer) => Promise<void>): Recorder {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let taken = 0;
  let isOver = false;
  let flushing: Promise<void> | null = null;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      await pause(workTunables.gatherMs);
      const all = Buffer.concat(waiting.splice(0));
      waitingBytes = 0;
      for (let at = 0; at < all.length; at += workTunables.pieceBytes) {
        await keep(all.subarray(at, at + workTunables.pieceBytes));
      }
    }
  }

  function start(): Promise<void> {
    flushing ??= flush()
      .catch(() => {
        isOver = true;
        waiting.length = 0;
      })
      .finally(() => {
        flushing = null;
      });
    return flushing;
  }

  return {
    async write(bytes) {
      if (isOver) return;
      taken += bytes.length;
      isOver = taken > workTunables.recordingBytes;
      waiting.push(isOver ? cut : bytes);
      waitingBytes += bytes.length;
      const flushed = start();
      if (waitingBytes > workTunables.waitingBytes) await flushed;
    },
    async end() {
      while (flushing !== null) await flushing;
    },
  };
}
