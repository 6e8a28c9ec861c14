import { isIP } from 'node:net';

/** One sentence about a web server that other machines reach, or `undefined` when only this one does. */
export function openDoor(host: string): string | undefined {
  if (isLoopback(host)) return undefined;
  return `HOST=${host} opens the pages to other machines, without encryption: passwords and sessions can be read on the way: put a proxy with TLS in front and set FIRMLOOP_PUBLIC_URL (docs/security.md).`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
