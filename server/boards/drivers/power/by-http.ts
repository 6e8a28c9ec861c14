import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { Answer } from '#server/environments/environment.ts';
import { refusedBy } from '../ask.ts';
import type { PowerReading, Refused } from '../capabilities.ts';
import type { Bench, Driver } from '../driver.ts';
import { driverTunables } from '../tunables.ts';
import { switchAndSee } from './switch-and-see.ts';

type ByHttp = ConnectionOf<'pdu'>;
type Told = { readonly ok: true; readonly text: string } | Refused;

/** A switched socket with a web interface: each position is a request, its status another one. */
export function powerByHttp(connection: ByHttp, bench: Bench): Driver {
  const { on_when: onWhen, status } = connection;
  const send = async (request: ByHttp['on'], signal: AbortSignal): Promise<Told> => {
    const authorization = await credentials(connection, bench);
    if (authorization !== null && typeof authorization !== 'string') return authorization;
    return await sendRequest(request, authorization, signal);
  };
  const read =
    status &&
    (async (signal: AbortSignal): Promise<PowerReading> => {
      const told = await send(status, signal);
      return told.ok ? { ok: true, on: told.text.includes(onWhen) } : told;
    });
  return {
    power: {
      read: async (signal) => (await read?.(signal)) ?? { ok: false, reason: 'this switch cannot be read' },
      set: (action, signal) =>
        switchAndSee(
          {
            turn: async (on): Promise<Answer> => {
              const told = await send(on ? connection.on : connection.off, signal);
              return told.ok ? { ok: true, reason: 'switched' } : told;
            },
            read: read && (() => read(signal)),
            settleMs: driverTunables.settleMs,
          },
          action,
          signal,
        ),
    },
    close: async () => undefined,
  };
}

async function sendRequest(
  { method, url, body }: ByHttp['on'],
  authorization: string | null,
  signal: AbortSignal,
): Promise<Told> {
  try {
    const response = await fetch(url, {
      method,
      ...(body !== undefined && { body }),
      ...(authorization !== null && { headers: { authorization } }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(driverTunables.connectMs)]),
    });
    const text = (await response.text()).slice(0, mostCharacters);
    return response.ok ? { ok: true, text } : { ok: false, reason: `${method} ${url} answered ${response.status}` };
  } catch (error) {
    const { reason } = refusedBy(error instanceof Error && error.cause instanceof Error ? error.cause : error);
    return { ok: false, reason: `${new URL(url).host} did not answer: ${reason}` };
  }
}

const mostCharacters = 100_000;

async function credentials({ user, password }: ByHttp, bench: Bench): Promise<string | null | Refused> {
  if (user === undefined || password === undefined) return null;
  const secret = await bench.secret(password);
  if (secret === null) return { ok: false, reason: `this runner has no secret ${password}` };
  return `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
}
