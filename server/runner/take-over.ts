import { readFileSync } from 'node:fs';
import { engineEvent } from '#lib/engine/events.ts';
import { failedEvent } from '#lib/engine/names.ts';
import type { Engine } from '#server/engine/engine.ts';
import { retryPending, send } from '#server/engine/send.ts';
import { sweepMarker } from '#server/process/process-group.ts';
import { activityGone, retryActivity } from '#server/store/end-activity.ts';
import {
  activitiesOfEndedRunners,
  activitiesOfRunner,
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
 * Declares runners dead that have been silent for too long, or whose process is seen to be gone from this host. What they
 * were stopping counts as gone with them, so what is left of it on this host is ended first.
 */
export async function declareDead(engine: Engine, me: { runnerId: string; hostId: string }): Promise<void> {
  const declare = async (runnerId: string, because: string): Promise<void> => {
    for (const { id } of await activitiesOfRunner(engine.pool, runnerId)) await sweepMarker(id);
    await endRunner(engine.pool, runnerId, 'lost', because);
  };
  for (const sibling of await siblingsOf(engine.pool, me.runnerId, me.hostId)) {
    if (processStart(sibling.pid) === sibling.processStart) continue;
    await declare(sibling.id, `its process ${sibling.pid} is gone`);
  }
  for (const silent of await silentRunners(engine.pool, me.runnerId, runnerTunables.deadAfterMs)) {
    await declare(silent, `it was silent for ${runnerTunables.deadAfterMs / 1000} s`);
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
    key: `activity:${lost.id}`,
    actor: 'runner',
    finish: { activityId: lost.id, from: 'running', status: 'lost', output: null, error },
  });
}
