import { existsSync } from 'node:fs';

/** From util-linux, part of every Debian; it replaces itself by the command, so the process id stays the child's. */
const SETPRIV = '/usr/bin/setpriv';

/**
 * Wraps a command so that the kernel sends it the signal when our process ends in any way, `kill -9` included.
 * Where setpriv is missing the command comes back unchanged, and the next start takes a leftover over.
 */
export function dieWithParent(signal: NodeJS.Signals, command: string, args: readonly string[]): [string, string[]] {
  if (!existsSync(SETPRIV)) return [command, [...args]];
  return [SETPRIV, ['--pdeathsig', signal.replace('SIG', ''), '--', command, ...args]];
}
