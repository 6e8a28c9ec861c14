import ipaddr from 'ipaddr.js';
import { DomainError } from '#lib/errors.ts';

/** What an operator lets webhooks reach although it is not on the public internet: host names, addresses, `10.1.0.0/16`. */
export interface Allowance {
  readonly hosts: ReadonlySet<string>;
  readonly ranges: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
}

/** Reads `FIRMLOOP_NOTIFY_ALLOW`: entries with commas between. */
export function readAllowance(text: string | undefined): Allowance {
  const entries = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const ranges = entries.filter((entry) => isRange(entry)).map(rangeOf);
  const hosts = entries.filter((entry) => !isRange(entry)).map((entry) => entry.toLowerCase());
  return { hosts: new Set(hosts), ranges };
}

function isRange(entry: string): boolean {
  return ipaddr.isValidCIDR(entry) || ipaddr.isValid(entry);
}

function rangeOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const address = ipaddr.parse(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * Throws unless an address is on the public internet or the operator allows it: a person who may enter a webhook must not
 * reach what only this machine can. `host` is the name that it was found under.
 */
export function checkAddress(address: string, host: string, { hosts, ranges }: Allowance): void {
  const parsed = ipaddr.process(address);
  const allowed =
    hosts.has(host.toLowerCase()) ||
    ranges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits));
  if (allowed || parsed.range() === 'unicast') return;
  throw new DomainError(
    'REFUSED',
    `${host} is at ${address}, which is not on the public internet (${parsed.range()}).`,
    {
      next: 'The operator can name it in FIRMLOOP_NOTIFY_ALLOW.',
    },
  );
}
