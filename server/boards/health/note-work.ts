import type { Pool } from 'pg';
import type { Board } from '#lib/boards/board.ts';
import { afterFailures } from '#lib/boards/health/next-health.ts';
import { addBoardEvents } from '#server/store/boards/board-events.ts';
import { checkPlanOf } from '#server/store/boards/check-plans.ts';
import { failuresInARow } from '#server/store/boards/failures.ts';
import { setHealth } from '#server/store/boards/set-health.ts';

/** What a run did with a board. */
export interface BoardWork {
  readonly board: Board;
  readonly run: { readonly id: string; readonly number: number; readonly iteration: number };
}

/** The board did its part, whatever the firmware did: earlier failures do not count any more. */
export async function noteWorked(pool: Pool, { board, run }: BoardWork): Promise<void> {
  await addBoardEvents(pool, [event('worked', { board, run }, '')]);
}

/** The board failed, not the firmware. So many times in a row make it suspect, and it is given to nobody until it is checked. */
export async function noteFailed(pool: Pool, work: BoardWork, what: string): Promise<void> {
  await addBoardEvents(pool, [event('infrastructure-failure', work, what)]);
  const { id, type, health } = work.board;
  const [plan, inARow] = await Promise.all([checkPlanOf(pool, type), failuresInARow(pool, id)]);
  const change = afterFailures(health, { inARow, latest: what }, plan);
  if (change !== null) await setHealth(pool, { board: id, ...change, by: 'engine' });
}

function event(kind: string, { board, run }: BoardWork, reason: string) {
  const data = { run: run.id, iteration: run.iteration };
  return { boardId: board.id, kind, actor: `run #${run.number}`, reason, data };
}
