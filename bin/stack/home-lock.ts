import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';

/**
 * Takes the home for this process, or returns `undefined` when another one holds it. The lock is a Linux abstract
 * socket: the kernel drops it with the process, so a killed stack leaves nothing behind.
 */
export async function takeHome(folder: string): Promise<Server | undefined> {
  return await new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(socketName(folder), () => resolve(server.unref()));
  });
}

/** Whether some process holds the home now. */
export async function isHomeTaken(folder: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(socketName(folder), () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Hashed, because a socket's name is limited to 107 bytes. */
function socketName(folder: string): string {
  return `\0firmloop-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`;
}
