import type { Logger } from 'pino';
import type { Engine } from '#server/engine/engine.ts';
import { readAllowance } from '#server/notify/allowed-address.ts';
import { notifyTunables } from '#server/notify/tunables.ts';
import { workOutbox } from '#server/notify/work-outbox.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { loop } from './loop.ts';

/** Tells people what there is to tell, until the signal aborts: reminders, mails, webhooks, carried decisions. */
export async function notifyLoop(
  engine: Engine,
  options: {
    /** Data folder of this host. */
    home: string;
    env: Readonly<Record<string, string | undefined>>;
    log: Pick<Logger, 'warn' | 'info'>;
    signal: AbortSignal;
  },
): Promise<void> {
  const { env, home, ...running } = options;
  const allowance = readAllowance(env.FIRMLOOP_NOTIFY_ALLOW);
  const publicUrl = publicUrlOf(env);
  const vault = vaultAt(home, env);
  await loop('notify', notifyTunables.lookEveryMs, () => workOutbox(engine, { allowance, publicUrl, vault }), running);
}

/** Where readers of a mail reach the product: what the operator says, else the address that the web server listens on. */
function publicUrlOf({
  FIRMLOOP_PUBLIC_URL,
  FIRMLOOP_URL,
  HOST,
  PORT,
}: Readonly<Record<string, string | undefined>>): string {
  const url = FIRMLOOP_PUBLIC_URL || FIRMLOOP_URL || `http://${HOST || '127.0.0.1'}:${PORT || '3000'}`;
  return url.replace(/\/+$/, '');
}
