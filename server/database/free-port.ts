import { createServer } from 'node:net';

/** A TCP port on 127.0.0.1 that nobody used a moment ago; the given one when it is free. */
export async function freePort(preferred = 0): Promise<number> {
  return (await bindable(preferred)) ?? (await bindable(0)) ?? Promise.reject(new Error('no TCP port is free'));
}

function bindable(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}
