import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import type { OpenedConsole } from '../capabilities.ts';

/** Where the one console line of an emulated board is plugged in, whether the board is on or off. */
export interface ConsoleSocket {
  open(): OpenedConsole;
  /** What the board prints. Settles when the line's reader can take more; without a line it goes into the void. */
  print(bytes: Buffer): Promise<void>;
  /** The pipe into the console of the emulator that is on now; null when it is off. */
  connect(pipe: string | null): void;
  close(): void;
}

export function createConsoleSocket(): ConsoleSocket {
  let line: Duplex | null = null;
  let wanted = Promise.withResolvers<void>();
  let input: Promise<FileHandle | null> = Promise.resolve(null);

  async function send(bytes: Buffer): Promise<void> {
    await (await input)?.write(bytes).catch(() => undefined);
  }

  function connect(pipe: string | null): void {
    const before = input;
    void before.then((handle) => handle?.close()).catch(() => undefined);
    // Never waits for the other side: an emulator that dies in this moment would leave it waiting for ever.
    const flags = constants.O_WRONLY | constants.O_NONBLOCK;
    input = pipe === null ? Promise.resolve(null) : open(pipe, flags).catch(() => null);
  }

  function plugged(): Duplex {
    const made: Duplex = new Duplex({
      read: () => wanted.resolve(),
      // A board that is off hears nothing, which is no trouble of the line.
      write: (bytes: Buffer, _encoding, done) => void send(bytes).then(() => done()),
      destroy(error, done) {
        if (line === made) line = null;
        wanted.resolve();
        done(error);
      },
    });
    return made;
  }

  return {
    open() {
      if (line !== null) return { ok: false, reason: 'somebody has the console open already' };
      line = plugged();
      return { ok: true, line };
    },
    async print(bytes) {
      if (line === null) return;
      wanted = Promise.withResolvers();
      if (!line.push(bytes)) await wanted.promise;
    },
    connect,
    close() {
      connect(null);
      line?.push(null);
      line = null;
    },
  };
}
