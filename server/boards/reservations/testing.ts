import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { boardEvents } from '#server/store/boards/board-events.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { setHealth } from '#server/store/boards/set-health.ts';
import { inTurn } from '#server/store/reservations/in-turn.ts';
import { addBoards } from '../testing.ts';
import { settle } from './settle.ts';

/** Somebody who may act only on what is theirs. */
export const nobody = (by: string) => ({ by, manages: () => false });
/** Somebody who may take a board from others. */
export const manager = (by: string) => ({ by, manages: () => true });

/** Epoch milliseconds. */
export const inMinutes = (n: number): number => Date.now() + n * 60_000;

/** What is done with the farm of a file of tests. */
export function farmOf(pool: Pool) {
  return {
    /** Ends all reservations, and leaves no board in service. */
    async clear(): Promise<void> {
      await pool.query(`DELETE FROM lease; DELETE FROM reservation_board; DELETE FROM reservation`);
      await pool.query(
        `UPDATE board SET health = 'retired', changed_by = 'test', offline_since = NULL, offline_because = NULL`,
      );
    },

    /** Boards of a type that no other test has; gives the type, which their names begin with. */
    async boardsOf(...names: string[]): Promise<string> {
      const type = `t-${randomUUID().slice(0, 8)}`;
      await addBoards(pool, ...names.map((name) => ({ name: `${type}-${name}`, type })));
      return type;
    },

    settled: () => inTurn(pool, settle),

    health: (board: string, to: 'good' | 'bad' | 'maintenance' | 'retired') =>
      setHealth(pool, { board, to, by: 'lea', reason: 'smoke' }),

    /** As if so much time had passed for everything that is reserved. */
    pass: (minutes: number) =>
      pool.query(
        `WITH r AS (UPDATE reservation SET starts_at = starts_at - $1 * interval '1 minute'),
           l AS (UPDATE lease SET expires_at = expires_at - $1 * interval '1 minute')
         UPDATE reservation_board SET starts_at = starts_at - $1 * interval '1 minute', ends_at = ends_at - $1 * interval '1 minute'`,
        [minutes],
      ),

    /** What a board's history tells, newest first: the kind and the reason of each. */
    async kinds(name: string): Promise<[string, string | null][]> {
      const { id } = await boardNamed(pool, name);
      return (await boardEvents(pool, { boardId: id, limit: 50 })).map(({ kind, reason }) => [kind, reason]);
    },
  };
}
