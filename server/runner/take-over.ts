import { readFileSync } from 'node:fs';
import { engineEvent } from '#lib/engine/events.ts';
import { failedEvent } from '#lib/engine/names.ts';
import type { Engine } from '#server/engine/engine.ts';
import { send } from '#server/engine/send.ts';
import { retryActivity } from '#server/store/end-activity.ts';
import {
  activitiesOfEndedRunners,
  endRunner,
  type LostActivity,
  requeueOrphans,
  stoppingRunsWithNothingLeft,
} from '#server/store/lost-activities.ts';
import { siblingsOf, silentRunners } from '#server/store/runner-rows.ts';
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

/** Declares runners dead that have been silent for too long, or whose process is seen to be gone from this host. */
export async function declareDead(engine: Engine, me: { runnerId: string; hostId: string }): Promise<void> {
  for (const sibling of await siblingsOf(engine.pool, me.runnerId, me.hostId)) {
    if (processStart(sibling.pid) === sibling.processStart) continue;
    await endRunner(engine.pool, sibling.id, 'lost', `its process ${sibling.pid} is gone`);
  }
  for (const silent of await silentRunners(engine.pool, me.runnerId, runnerTunables.deadAfterMs)) {
    await endRunner(engine.pool, silent, 'lost', `it was silent for ${runnerTunables.deadAfterMs / 1000} s`);
  }
}

/**
 * Brings everything forward that fell between two processes. `prove` ends what an activity may have left running on this
 * host before it is given to somebody else.
 */
export async function takeOver(engine: Engine, prove: (activityId: string) => Promise<void>): Promise<void> {
  for (const lost of await activitiesOfEndedRunners(engine.pool)) {
    await prove(lost.id);
    await handOn(engine, lost);
  }
  await requeueOrphans(engine.pool);
  for (const { runId, invokeId, visit } of await stoppingRunsWithNothingLeft(engine.pool)) {
    await send(engine, runId, {
      type: engineEvent.stopped,
      payload: { invokeId, visit },
      key: `stopped:${invokeId}:${visit}`,
      actor: 'runner',
    });
  }
}

async function handOn(engine: Engine, lost: LostActivity): Promise<void> {
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
