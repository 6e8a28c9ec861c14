import { readFileSync } from 'node:fs';
import { engineEvent } from '#lib/engine/events.ts';
import { failedEvent } from '#lib/engine/names.ts';
import type { Engine } from '#server/engine/engine.ts';
import { retryPending, send } from '#server/engine/send.ts';
import { sweepMarker } from '#server/process/process-group.ts';
import { activityGone, retryActivity } from '#server/store/end-activity.ts';
import {
  activitiesOfEndedRunners,
  endRunner,
  type LostActivity,
  requeueOrphans,
  stoppingRunsWithNothingLeft,
} from '#server/store/lost-activities.ts';
import { runsWithPendingEvents } from '#server/store/pending-events.ts';
import { siblingsOf, silentRunners } from '#server/store/runner-rows.ts';
import { eachInTurn } from './each-in-turn.ts';
import { runnerTunables } from './tunables.ts';

/** Start time of a process in kernel ticks since boot, or null when there is no such process. */
export function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/**
 * Declares runners dead that have been silent for too long, or whose process is seen to be gone from this host. Their
 * processes are ended afterwards, by the take-over: by then the result of one that was ended no longer counts.
 */
export async function declareDead({ pool }: Engine, me: { runnerId: string; hostId: string }): Promise<void> {
  for (const sibling of await siblingsOf(pool, me.runnerId, me.hostId)) {
    if (processStart(sibling.pid) === sibling.processStart) continue;
    await endRunner(pool, sibling.id, 'lost', `its process ${sibling.pid} is gone`);
  }
  const { deadAfterMs: silentMs, unbrokenGapMs: unbrokenMs } = runnerTunables;
  for (const silent of await silentRunners(pool, me.runnerId, { silentMs, unbrokenMs })) {
    await endRunner(pool, silent, 'lost', `it was silent for ${silentMs / 1000} s`);
  }
}

/**
 * Brings everything forward that fell between two processes. What an activity may have left running on this host is ended
 * before it is given to somebody else.
 */
export async function takeOver(engine: Engine): Promise<void> {
  await eachInTurn(await activitiesOfEndedRunners(engine.pool), async (lost) => {
    await sweepMarker(lost.id);
    // Cancelled after its runner had ended: nobody is left to say that it is gone.
    if (lost.status === 'cancelling') await activityGone(engine.pool, lost.id, 'cancelled', null);
    else await handOn(engine, lost);
  });
  await requeueOrphans(engine.pool);
  await eachInTurn(await stoppingRunsWithNothingLeft(engine.pool), async ({ runId, invokeId, visit }) => {
    const key = `stopped:${invokeId}:${visit}`;
    await send(engine, runId, { type: engineEvent.stopped, payload: { invokeId, visit }, key, actor: 'runner' });
  });
  await eachInTurn(await runsWithPendingEvents(engine.pool), async (runId) => await retryPending(engine, runId));
}

/** The next attempt of what may be repeated; for the rest the machine hears that it was cut off. */
export async function handOn(engine: Engine, lost: LostActivity): Promise<void> {
  const error = { code: 'ACTIVITY_LOST', message: `${lost.name} was cut off: ${lost.because}` };
  if (lost.idempotent && lost.attempt <= runnerTunables.backoffMs.length) {
    await retryActivity(engine.pool, lost.id, { status: 'lost', delayMs: 0, error });
    return;
  }
  await send(engine, lost.runId, {
    type: failedEvent(lost.invokeId),
    payload: { visit: lost.visit, error },
    // Not the key of its result: one that came too late is filed under that.
    key: `lost:${lost.id}`,
    actor: 'runner',
    finish: { activityId: lost.id, from: 'running', status: 'lost', output: null, error },
  });
}
