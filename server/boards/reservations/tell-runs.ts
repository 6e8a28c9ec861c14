import type { Engine } from '#server/engine/engine.ts';
import { send } from '#server/engine/send.ts';
import { runsToTell } from '#server/store/reservations/runs-to-tell.ts';

/** Tells runs that stand in the queue that their board is there, or that they wait in vain. Telling again changes nothing. */
export async function tellRuns(engine: Engine): Promise<void> {
  for (const { runId, reservationId, board, because } of await runsToTell(engine.pool)) {
    const [type, payload] =
      board === null
        ? ['board.refused', { reservationId, reason: because.slice(0, 400) }]
        : ['board.granted', { reservationId, board }];
    await send(engine, runId, { type, payload, key: `${type}:${reservationId}`, actor: 'engine' });
  }
}
