import { connect, type Socket } from 'node:net';
import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { OpenedConsole, Refused } from '../capabilities.ts';
import type { Driver } from '../driver.ts';
import { driverTunables } from '../tunables.ts';

/** A console that is a plain connection: a terminal server in raw mode, an emulator's socket. */
export function tcpDriver({ host, port }: ConnectionOf<'tcp'>): Driver {
  const open = async (signal: AbortSignal): Promise<OpenedConsole> => {
    const dialled = await dial(host, port, signal);
    return dialled.ok ? { ok: true, line: dialled.socket } : dialled;
  };
  return { console: { open }, close: async () => undefined };
}

/** Makes a connection, or says why it cannot be made. */
export async function dial(
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly socket: Socket } | Refused> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(driverTunables.connectMs)]);
  const socket = connect({ host, port, noDelay: true, keepAlive: true });
  return await new Promise((resolve) => {
    const refuse = (reason: string) => {
      socket.destroy();
      resolve({ ok: false, reason: `${host}:${port} cannot be reached: ${reason}` });
    };
    limit.addEventListener('abort', () => refuse('it does not answer'), { once: true });
    socket.once('error', ({ message }) => refuse(message));
    socket.once('connect', () => resolve({ ok: true, socket }));
  });
}
