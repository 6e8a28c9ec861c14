import { isIP } from 'node:net';

/** One sentence about a web server that other machines reach, or `undefined` when only this one does. */
export function openDoor(host: string): string | undefined {
  if (isLoopback(host)) return undefined;
  return `HOST=${host} opens the pages to other machines, without encryption: everybody who has the sign-in link is owner and can run commands on this machine.`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
