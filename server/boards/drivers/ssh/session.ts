import { createHash } from 'node:crypto';
import type { Client, ConnectConfig } from 'ssh2';
import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { Refused } from '../capabilities.ts';
import type { Bench } from '../driver.ts';
import { driverTunables } from '../tunables.ts';

export type Ssh = ConnectionOf<'ssh'>;
export type OpenSession = { readonly ok: true; readonly client: Client } | Refused;

/** One connection that is made when it is first needed, and again when it was lost. */
export interface Session {
  open(signal: AbortSignal): Promise<OpenSession>;
  close(): void;
}

export function sshSession(connection: Ssh, bench: Bench): Session {
  let held: Promise<OpenSession> | null = null;
  const drop = () => {
    held = null;
  };
  return {
    async open(signal) {
      held ??= connected(connection, bench, drop);
      const aborted = new Promise<OpenSession>((resolve) =>
        signal.addEventListener('abort', () => resolve({ ok: false, reason: 'it was cancelled' }), { once: true }),
      );
      const session = await Promise.race([held, aborted]);
      if (!session.ok) drop();
      return session;
    },
    close() {
      void held?.then((session) => session.ok && session.client.end());
      drop();
    },
  };
}

async function connected(connection: Ssh, bench: Bench, dropped: () => void): Promise<OpenSession> {
  const { host, port, user, key, password, host_key: expected } = connection;
  const name = key ?? password ?? '';
  const secret = await bench.secret(name);
  if (secret === null) return { ok: false, reason: `this runner has no secret ${name}` };
  const config: ConnectConfig = {
    host,
    port,
    username: user,
    readyTimeout: driverTunables.connectMs,
    keepaliveInterval: driverTunables.keepAliveMs,
    keepaliveCountMax: 3,
    ...(key === undefined ? { password: secret } : { privateKey: secret }),
    hostVerifier: (presented: Buffer) => fingerprintOf(presented) === expected,
  };
  // Loaded when it is needed: starting a child process costs by the memory of the runner.
  const ssh2 = await import('ssh2');
  const client = new ssh2.Client();
  return await new Promise((resolve) => {
    // Errors after the connection was made are told by its end.
    client.on('error', ({ message }) =>
      resolve({ ok: false, reason: `${user}@${host}:${port}: ${explained(message)}` }),
    );
    client.on('close', dropped);
    client.once('ready', () => resolve({ ok: true, client }));
    try {
      client.connect(config);
    } catch (error) {
      resolve({
        ok: false,
        reason: `${user}@${host}:${port}: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  });
}

function explained(message: string): string {
  return /Host denied|verification failed/i.test(message)
    ? 'the machine there is not the one that the inventory knows: its host key differs'
    : message;
}

/** As `ssh-keygen -l` prints it. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}
