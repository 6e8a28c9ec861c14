import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { qemuTunables } from './tunables.ts';

/** What an emulator has connected to us with. */
export interface Connections {
  readonly console: Socket;
  readonly monitor: Socket;
}

/** A private folder where an emulator connects to us. We listen and it calls, so nobody has to ask again and again. */
export interface MeetingPoint {
  readonly folder: string;
  /** Addresses of the two sockets. */
  readonly console: string;
  readonly monitor: string;
  /** Settles when the emulator has connected to both; stays pending when it never does. */
  readonly met: Promise<Connections>;
  /** Removes the folder and every connection. */
  close(): Promise<void>;
}

export async function openMeetingPoint(): Promise<MeetingPoint> {
  const folder = await mkdtemp(join(shortFolder(), 'firmloop-qemu-'));
  const [console, monitor] = [join(folder, 'console'), join(folder, 'monitor')];
  const sockets: Socket[] = [];
  const servers = [createServer(), createServer()] as const;
  const calls = Promise.all([nextCall(servers[0], sockets), nextCall(servers[1], sockets)]);
  await Promise.all([listen(servers[0], console), listen(servers[1], monitor)]);
  return {
    folder,
    console,
    monitor,
    met: calls.then(([first, second]) => ({ console: first, monitor: second })),
    async close() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Room for the longest name below the folder: `/firmloop-qemu-XXXXXX/monitor` and the closing NUL. */
const nameBytes = 40;

/** The system's folder for temporary files, unless it is so deep that no socket fits into it. */
function shortFolder(): string {
  const usual = tmpdir();
  return Buffer.byteLength(usual) + nameBytes <= qemuTunables.socketPathBytes ? usual : '/tmp';
}

function nextCall(server: Server, sockets: Socket[]): Promise<Socket> {
  return new Promise((resolve) => {
    server.once('connection', (socket) => {
      // A reset by a dying emulator is seen as the end of the stream; why it died is told by its own end.
      socket.pause().on('error', () => undefined);
      sockets.push(socket);
      resolve(socket);
    });
  });
}

async function listen(server: Server, path: string): Promise<void> {
  server.listen(path);
  await once(server, 'listening');
}
