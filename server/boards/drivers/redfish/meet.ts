import type { Socket } from 'node:net';
import { connect } from 'node:tls';
import type { Refused } from '../capabilities.ts';
import { dial } from '../line/tcp.ts';

type Met = { readonly ok: true; readonly socket: Socket } | Refused;

/**
 * A connection to the controller itself. With a fingerprint its certificate must be that one, whoever signed it; nothing,
 * the password least of all, is sent before that is known.
 */
export async function meet(target: URL, fingerprint: string | undefined, signal: AbortSignal): Promise<Met> {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const isSecure = target.protocol === 'https:';
  const dialled = await dial(host, Number(target.port) || (isSecure ? 443 : 80), signal);
  if (!dialled.ok || !isSecure) return dialled;
  const socket = connect({ socket: dialled.socket, servername: host, rejectUnauthorized: fingerprint === undefined });
  return await new Promise((resolve) => {
    const refuse = (reason: string) => {
      socket.destroy();
      resolve({ ok: false, reason: `${target.host}: ${reason}` });
    };
    signal.addEventListener('abort', () => refuse('it does not answer'), { once: true });
    socket.on('error', ({ message }) => refuse(message));
    socket.once('secureConnect', () => {
      const presented = socket.getPeerCertificate().fingerprint256;
      if (fingerprint === undefined || presented === fingerprint.toUpperCase()) resolve({ ok: true, socket });
      else refuse('its certificate is not the one that the inventory knows');
    });
  });
}
