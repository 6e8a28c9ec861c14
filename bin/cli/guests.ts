import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { connectionsNamed } from '#server/store/connections-named.ts';
import { tunables } from './tunables.ts';

/** The name of connections of commands that use the stack of another process. */
export function guestOf(stackPid: number): string {
  return `firmloop-guest:${stackPid}`;
}

/** Waits until no other command uses the stack of this process, or until somebody asks to end. */
export async function untilGuestsLeft(pool: Pool, signal: AbortSignal, report: (line: string) => void): Promise<void> {
  const name = guestOf(process.pid);
  if (signal.aborted || (await connectionsNamed(pool, name)) === 0) return;
  report('another command uses this stack: it ends with that one, or at Ctrl-C.');
  while (!signal.aborted && (await connectionsNamed(pool, name)) > 0) {
    await delay(tunables.guestLook, undefined, { signal }).catch(() => undefined);
  }
}
