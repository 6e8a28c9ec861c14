import { Duplex } from 'node:stream';
import type { autoDetect } from '@serialport/bindings-cpp';
import type { ConnectionOf } from '#lib/boards/connections.ts';
import { refusedBy } from '../ask.ts';
import type { OpenedConsole } from '../capabilities.ts';
import type { Driver } from '../driver.ts';

/** An open port, as the binding gives it. */
type Port = Awaited<ReturnType<ReturnType<typeof autoDetect>['open']>>;

/** A serial port of the runner. It is locked, so a second reader is refused instead of stealing bytes. */
export function serialDriver({ path, baud }: ConnectionOf<'serial'>): Driver {
  const open = async (signal: AbortSignal): Promise<OpenedConsole> => {
    try {
      const binding = await import('@serialport/bindings-cpp');
      const port = await binding.autoDetect().open({ path, baudRate: baud, lock: true });
      if (!signal.aborted) return { ok: true, line: lineOver(port) };
      await port.close();
      return { ok: false, reason: 'it was cancelled' };
    } catch (error) {
      return { ok: false, reason: `${path} cannot be opened: ${refusedBy(error).reason}` };
    }
  };
  return { console: { open }, close: async () => undefined };
}

const readBytes = 64 * 1024;

/**
 * The binding's own stream package does not close its port when it is destroyed, which is how a console is left here; so
 * the port is read directly, one read at a time.
 */
function lineOver(port: Port): Duplex {
  const buffer = Buffer.alloc(readBytes);
  const line: Duplex = new Duplex({
    read: () => void readOnce(),
    write: (bytes, _encoding, done) => void port.write(bytes).then(() => done(), done),
    destroy: (error, done) =>
      void port.close().then(
        () => done(error),
        () => done(error),
      ),
  });
  return line;

  async function readOnce(): Promise<void> {
    try {
      const { bytesRead } = await port.read(buffer, 0, buffer.length);
      line.push(bytesRead === 0 ? null : Buffer.from(buffer.subarray(0, bytesRead)));
    } catch (error) {
      // A port that was closed under the read, or an adapter that was pulled out.
      if (!line.destroyed) line.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
