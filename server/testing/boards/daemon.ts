import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dieWithParent } from '#server/database/die-with-parent.ts';
import { eventually } from '../eventually.ts';

/** A server that a test talks with. */
export interface Daemon {
  /** Ends it; settles when it is gone. */
  stop(): Promise<void>;
}

/** Starts a program that ends with this process at the latest, and waits until it answers. */
export async function startDaemon(
  argv: readonly [string, ...string[]],
  { answers, cwd, env = {} }: { answers: () => Promise<boolean>; cwd: string; env?: Readonly<Record<string, string>> },
): Promise<Daemon> {
  const [program, ...words] = argv;
  const child = spawn(...dieWithParent('SIGKILL', program, words), {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-4_000);
    });
  }
  const ended = once(child, 'exit');
  await eventually(`${argv[0]} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${argv.join(' ')} ended with ${child.exitCode}: ${said}`);
    return await answers();
  });
  return {
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A port of the loopback interface that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port');
  return address.port;
}
