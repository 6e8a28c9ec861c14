import type { Pool } from 'pg';
import { isUsable } from '#lib/boards/availability.ts';
import type { Board } from '#lib/boards/board.ts';
import { DomainError } from '#lib/errors.ts';
import { release } from '#server/boards/reservations/release.ts';
import { reserve } from '#server/boards/reservations/reserve.ts';
import { workTunables } from './tunables.ts';

type Hold = { readonly ok: true; readonly free: () => Promise<void> } | { readonly ok: false; readonly reason: string };

const checker = 'health check';

/** For what needs no reservation. */
export const noHold: Hold = { ok: true, free: async () => undefined };

/** Reserves a board for its check, so that nobody is given it meanwhile. One that is given to nobody anyway needs no reservation. */
export async function holdForCheck(pool: Pool, board: Board): Promise<Hold> {
  if (!isUsable[board.health]) return noHold;
  try {
    const { id } = await reserve(pool, {
      ...{ holder: checker, askedBy: checker, runId: null, purpose: 'health check', seriesId: null, yields: false },
      ...{ sites: null, hosts: null, prefer: [], avoid: [], priority: 0, longest: null, from: null, wait: false },
      wants: [{ name: board.name, tags: [] }],
      minutes: workTunables.checkMinutes,
    });
    return { ok: true, free: () => freed(pool, id) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ok: false, reason: `not checked: ${error.message}` };
  }
}

/** Its lease may have ended before the check did. */
async function freed(pool: Pool, id: string): Promise<void> {
  try {
    await release(pool, id, { by: checker, manages: () => false, reason: 'the check is over' });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}
