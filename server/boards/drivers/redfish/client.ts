import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { Refused } from '../capabilities.ts';
import type { Bench } from '../driver.ts';
import { driverTunables } from '../tunables.ts';
import { meet } from './meet.ts';

export type Redfish = ConnectionOf<'redfish'>;

export interface RedfishRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** From the root of the service. */
  readonly path: string;
  readonly json?: unknown;
  readonly bytes?: Buffer;
  readonly ifMatch?: string | undefined;
  readonly signal: AbortSignal;
}

export interface RedfishReply {
  readonly status: number;
  readonly headers: Readonly<IncomingMessage['headers']>;
  readonly body: Buffer;
}

export interface RedfishClient {
  /** One request with its answer, whatever its status; refused when there is none. */
  send(request: RedfishRequest): Promise<({ readonly ok: true } & RedfishReply) | Refused>;
}

/** A service that is asked with name and password each time: nothing of a session has to be ended. */
export async function redfishClient(connection: Redfish, bench: Bench): Promise<RedfishClient | Refused> {
  const secret = await bench.secret(connection.password);
  if (secret === null) return { ok: false, reason: `this runner has no secret ${connection.password}` };
  const authorization = `Basic ${Buffer.from(`${connection.user}:${secret}`).toString('base64')}`;
  return {
    send: (request) => patiently(request.signal, () => sendOnce(connection, authorization, request)),
  };
}

type Sent = Awaited<ReturnType<RedfishClient['send']>>;

/** A controller that is busy says 503 and when to come again; it is asked again as long as the caller waits. */
async function patiently(signal: AbortSignal, send: () => Promise<Sent>): Promise<Sent> {
  for (;;) {
    const sent = await send();
    if (!sent.ok || sent.status !== 503 || signal.aborted) return sent;
    const asked = Number(sent.headers['retry-after'] ?? 0) * 1_000;
    const waitMs = Math.min(Math.max(asked, driverTunables.askAgainMs), driverTunables.retryAfterMs);
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

async function sendOnce({ url, fingerprint }: Redfish, authorization: string, sent: RedfishRequest): Promise<Sent> {
  const target = new URL(sent.path, url);
  // Addresses come from the controller's own answers; credentials go to no other machine.
  if (target.origin !== new URL(url).origin) {
    return { ok: false, reason: `the controller refers to another machine: ${target.origin}` };
  }
  const limit = AbortSignal.any([sent.signal, AbortSignal.timeout(driverTunables.readMs)]);
  const met = await meet(target, fingerprint, limit);
  if (!met.ok) return met;
  const body = sent.bytes ?? (sent.json === undefined ? undefined : Buffer.from(JSON.stringify(sent.json)));
  const headers = {
    host: target.host,
    authorization,
    accept: 'application/json',
    connection: 'close',
    'odata-version': '4.0',
    ...(body && {
      'content-type': sent.bytes ? 'application/octet-stream' : 'application/json',
      'content-length': body.length,
    }),
    ...(sent.ifMatch !== undefined && { 'if-match': sent.ifMatch }),
  };
  return await new Promise((resolve) => {
    const refuse = ({ message }: Error) => resolve({ ok: false, reason: `${target.host} did not answer: ${message}` });
    const options = { method: sent.method, path: target.pathname + target.search, headers, signal: limit };
    request({ ...options, createConnection: () => met.socket }, (reply) => {
      const chunks: Buffer[] = [];
      let size = 0;
      reply.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > driverTunables.answerBytes) reply.destroy(new Error('its answer is too long'));
        else chunks.push(chunk);
      });
      reply.on('error', refuse);
      reply.on('end', () =>
        resolve({ ok: true, status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', refuse)
      .end(body);
  });
}
