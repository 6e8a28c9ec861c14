import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '#lib/errors.ts';
import type { Home } from './home.ts';
import type { Progress } from './progress.ts';
import { root } from './root.ts';
import { type Supervised, supervise } from './supervise.ts';
import { tunables } from './tunables.ts';

/** Where the web server listens. */
export interface WebAddress {
  readonly host: string;
  readonly port: number;
}

/** The address a browser on this machine opens. */
export function webUrl({ host, port }: WebAddress): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Starts the built Next.js server and waits until it answers. */
export function startWeb(home: Home, env: NodeJS.ProcessEnv, options: WebAddress & Progress): Promise<Supervised> {
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const spec = {
    name: 'web',
    command: process.execPath,
    args: [
      ...[next, 'start', root, '--hostname', options.host, '--port', String(options.port)],
      ...['--keepAliveTimeout', String(tunables.idleConnection)],
    ],
    env,
    stopSignal: 'SIGTERM',
    logFile: join(home.logs, 'web.log'),
    channel: 'ignore',
    isReady: (_child: unknown, signal: AbortSignal) => answers(`${webUrl(options)}/healthz`, signal),
  } as const;
  return supervise(spec, options);
}

async function answers(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ok = await fetch(url, { signal }).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await delay(50, undefined, { signal });
  }
}

/** Why listening failed, in words that end with what to do. */
const listenTrouble: Readonly<Record<string, (address: WebAddress) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is taken by another program: choose another port, for example PORT=${port + 1} npm start.`,
  EACCES: ({ port }) =>
    `This user may not listen on port ${port}: choose one above 1023, for example PORT=3000 npm start.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}: set HOST to one of its own, such as 127.0.0.1.`,
  ENOTFOUND: ({ host }) => `HOST=${host} is not an address of this machine: set it to one, such as 127.0.0.1.`,
};

/** Tries the port before anything slow is done. */
export async function checkAddress(address: WebAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const sentence =
        listenTrouble[error.code ?? '']?.(address) ?? `Cannot listen on ${address.host}: ${error.message}.`;
      reject(new DomainError('UNAVAILABLE', sentence, { cause: error }));
    });
    probe.listen(address.port, address.host, () => probe.close(() => resolve()));
  });
}
