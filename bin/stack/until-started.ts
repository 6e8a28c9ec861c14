import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '#server/database/connect.ts';
import { tunables } from './tunables.ts';

/** Postgres says this while it starts up or recovers. */
const startingUp = ['57P03'];
/** A stack that is there has its database started again: nobody listens for a moment, or it is just ending. */
const startedAgain = [...startingUp, '57P01', 'ECONNREFUSED', 'ECONNRESET'];

interface Waiting {
  /** A supervisor brings the server back when it has gone. */
  readonly supervised: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Waits a few seconds for a server that is on its way. Throws UNAVAILABLE, at once for any other trouble. */
export async function untilStarted(databaseUrl: string, { supervised, signal }: Waiting): Promise<void> {
  const passing = supervised ? startedAgain : startingUp;
  const begun = performance.now();
  for (;;) {
    try {
      return await withClient(databaseUrl, async () => undefined);
    } catch (error) {
      if (!passing.includes(codeOf(error)) || performance.now() - begun > tunables.databaseStart) throw error;
    }
    await delay(tunables.databaseLook, undefined, { signal });
  }
}

/** The code beneath an unreachable server. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
