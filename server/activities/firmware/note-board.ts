import { noteFailed, noteWorked } from '#server/boards/health/note-work.ts';
import { boardOfRun } from '#server/store/reservations/board-of-run.ts';
import { boardsOfRun } from '#server/store/reservations/boards-of-run.ts';
import type { ActivityContext } from '../context.ts';

type Where = Pick<ActivityContext, 'host' | 'runId' | 'iteration'>;

/** The board that the run holds has failed it, which its health hears of; nothing where the run holds none. */
export async function noteBoardFailed(where: Where, what: string): Promise<void> {
  const work = await workOf(where);
  if (work !== null) await noteFailed(where.host.pool, work, what);
}

/** The board that the run holds did its part, whatever the firmware did. */
export async function noteBoardWorked(where: Where): Promise<void> {
  const work = await workOf(where);
  if (work !== null) await noteWorked(where.host.pool, work);
}

async function workOf({ host, runId, iteration }: Where) {
  const held = await boardOfRun(host.pool, runId);
  if (held === null) return null;
  const { number } = await boardsOfRun(host.pool, runId);
  return { board: held.board, run: { id: runId, number, iteration } };
}
