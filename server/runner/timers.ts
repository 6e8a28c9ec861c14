import type { Engine } from '#server/engine/engine.ts';
import { send } from '#server/engine/send.ts';
import { type DueTimer, deleteTimer, dueTimers, fireRetry, nextTimerIn, takeTimer } from '#server/store/timers.ts';
import { eachInTurn } from './each-in-turn.ts';
import { runnerTunables } from './tunables.ts';

/** Fires what is due; gives the milliseconds until it should look again. */
export async function fireTimers(engine: Engine): Promise<number> {
  await eachInTurn(await dueTimers(engine.pool), async (timer) => await fire(engine, timer));
  const next = await nextTimerIn(engine.pool);
  return Math.min(next ?? runnerTunables.lookForTimersMs, runnerTunables.lookForTimersMs);
}

async function fire(engine: Engine, timer: DueTimer): Promise<void> {
  if (timer.kind === 'retry') return await fireRetry(engine.pool, timer);
  // One that cannot be decided here and now (its machine is not installed, say) must not be due again at once.
  if (!(await takeTimer(engine.pool, timer, runnerTunables.lookForTimersMs))) return;
  const sent = await send(engine, timer.runId, {
    type: timer.payload.type ?? timer.id,
    payload: { timer: timer.id, visit: timer.visit },
    key: `timer:${timer.id}:${timer.visit}`,
    actor: 'timer',
  });
  if (sent.fate !== 'pending') await deleteTimer(engine.pool, timer);
}
