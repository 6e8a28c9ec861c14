import type { Engine } from '#server/engine/engine.ts';
import { send } from '#server/engine/send.ts';
import { type DueTimer, deleteTimer, dueTimers, fireRetry, nextTimerIn } from '#server/store/timers.ts';
import { runnerTunables } from './tunables.ts';

/** Fires what is due; gives the milliseconds until it should look again. */
export async function fireTimers(engine: Engine): Promise<number> {
  for (const timer of await dueTimers(engine.pool)) await fire(engine, timer);
  const next = await nextTimerIn(engine.pool);
  return Math.min(next ?? runnerTunables.lookForTimersMs, runnerTunables.lookForTimersMs);
}

async function fire(engine: Engine, timer: DueTimer): Promise<void> {
  if (timer.kind === 'retry') return await fireRetry(engine.pool, timer);
  const sent = await send(engine, timer.runId, {
    type: timer.payload.type ?? timer.id,
    payload: { timer: timer.id, visit: timer.visit },
    key: `timer:${timer.id}:${timer.visit}`,
    actor: 'timer',
  });
  if (sent.fate !== 'pending') await deleteTimer(engine.pool, timer);
}
