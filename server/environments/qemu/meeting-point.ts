import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { captureCommand } from '#server/process/capture-command.ts';
import { makeSocketFolder } from '#server/process/socket-folder.ts';

/** A private folder where an emulator meets us: it calls our socket with its monitor and writes its console into a pipe. */
export interface MeetingPoint {
  readonly folder: string;
  /** The path of two named pipes, without `.in` and `.out`. */
  readonly console: string;
  /** Where the emulator's console can be read once the emulator is up. */
  readonly consoleOut: string;
  /** Where its console can be written to. */
  readonly consoleIn: string;
  /** Address of the socket of the monitor. */
  readonly monitor: string;
  /** The pipes are there; the emulator is to be started after that. */
  readonly made: Promise<void>;
  /** Settles when the emulator has called; stays pending when it never does. */
  readonly met: Promise<Socket>;
  /** Removes the folder and the connection. */
  close(): Promise<void>;
}

/** `marker` is carried by the command that makes the pipes. */
export async function openMeetingPoint(marker: string): Promise<MeetingPoint> {
  const folder = await makeSocketFolder('firmloop-qemu-', 'monitor');
  const [console, monitor] = [join(folder, 'console'), join(folder, 'monitor')];
  const server = createServer();
  const sockets: Socket[] = [];
  const met = nextCall(server, sockets);
  const pipes = [`${console}.in`, `${console}.out`] as const;
  const made = makePipes(pipes, { folder, marker });
  // Whoever waits for it hears of the failure.
  made.catch(() => undefined);
  await listen(server, monitor);
  return {
    folder,
    console,
    consoleIn: pipes[0],
    consoleOut: pipes[1],
    monitor,
    made,
    met,
    async close() {
      await made.catch(() => undefined);
      for (const socket of sockets) socket.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Pipes and no socket: an emulated UART writes byte by byte, of which a socket holds only some hundred before the
 * emulator has to wait for us, and a pipe 64 kB.
 */
async function makePipes(
  paths: readonly string[],
  { folder, marker }: { folder: string; marker: string },
): Promise<void> {
  const { outcome, stderr } = await captureCommand({
    argv: ['mkfifo', '-m', '600', ...paths],
    cwd: folder,
    marker,
    staysInGroup: true,
  });
  if (outcome.exitCode !== 0) throw new Error(`mkfifo: ${outcome.reason} ${stderr}`);
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
