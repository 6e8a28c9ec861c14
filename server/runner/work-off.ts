import { engineEvent } from '#lib/engine/events.ts';
import { failedEvent } from '#lib/engine/names.ts';
import { persistently } from '#server/db/persistently.ts';
import type { Successor } from '#server/engine/chain.ts';
import { forget } from '#server/engine/remembered.ts';
import { send } from '#server/engine/send.ts';
import type { Finish } from '#server/store/apply-step.ts';
import type { HeldActivity } from '#server/store/claim-activity.ts';
import { activityGone, retryActivity } from '#server/store/end-activity.ts';
import { insertLogChunks } from '#server/store/log-chunks.ts';
import { type Begun, begin } from './begun.ts';
import { createSuccession } from './succession.ts';
import { runnerTunables } from './tunables.ts';
import { endOf, errorOf, FailedMeanwhile, handed, type Result, type Work } from './work.ts';

/** Works off an activity and, as long as the step after it hands one over, the next one of the same run. Never rejects. */
export async function workOff(work: Work, first: HeldActivity): Promise<void> {
  let current = begin(work, first);
  // Only a runner that has just been handed an activity may expect to be handed the next.
  for (let wasHanded = false; current !== null; wasHanded = true) current = await workOne(work, current, wasHanded);
}

/** Gives the next activity, which the step after this one handed to this runner; others that came with it begin beside it. */
async function workOne(work: Work, { held, hand, result }: Begun, wasHanded: boolean): Promise<Begun | null> {
  const succession = createSuccession(work, held);
  let successor = wasHanded ? succession : null;
  try {
    const ended = await result;
    const claimed = await persistently(async () => {
      // A write that failed may have been made all the same: what was begun for it and not confirmed is begun anew, and
      // nothing more before the database answers.
      await succession.abandon();
      const reporting = { signal: hand.signal, ...(successor && { successor }) };
      successor = null;
      return await report(work, held, ended, reporting);
    }).catch(async (error: unknown) => {
      if (!(error instanceof FailedMeanwhile)) throw error;
      await succession.abandon();
      return await persistently(() => report(work, held, error.result, { signal: hand.signal }));
    });
    const ahead = succession.next();
    const others = claimed.filter(({ id }) => id !== ahead?.held.id);
    const first = ahead === null ? others.shift() : undefined;
    for (const other of others) void workOff(work, other);
    return ahead ?? (first ? begin(work, first) : null);
  } catch (error) {
    work.log.error({ err: error, run: held.runId }, 'the end of an activity could not be reported');
    await finishAlone(work, await result);
    return succession.next();
  } finally {
    await succession.abandon();
    hand.release();
  }
}

interface Reporting {
  readonly signal: AbortSignal;
  readonly successor?: Successor;
}

async function report(
  work: Work,
  held: HeldActivity,
  result: Result,
  { signal, successor }: Reporting,
): Promise<readonly HeldActivity[]> {
  if (signal.aborted) {
    await finishAlone(work, result);
    return await reportCancelled(work, held, result, signal.reason);
  }
  if (!result.ok && !result.final && held.idempotent) {
    const delayMs = runnerTunables.backoffMs[held.attempt - 1];
    if (delayMs !== undefined) {
      await finishAlone(work, result);
      const retried = await retryActivity(work.engine.pool, held.id, {
        status: 'failed',
        delayMs,
        error: errorOf(result),
      });
      if (!retried) await putAside(work, held, result);
      return [];
    }
  }
  const sent = await send(work.engine, held.runId, {
    ...endOf(held, result),
    finish: finishOf(work, held, result),
    ...(result.kept && { kept: result.kept }),
    after: async () => (await result.finish?.({ leavesLittle: true })) ?? [],
    ...(work.takesMore() && { claim: { runnerId: work.runnerId, hostId: work.host.hostId }, successor }),
  });
  if (sent.fate !== 'applied') {
    await finishAlone(work, result);
    await putAside(work, held, result);
  }
  return sent.claimed.map((beginning) => handed(held, beginning));
}

/** What is left of an activity is done, and the last of its log stored, where its end is not written. Never rejects. */
async function finishAlone(work: Work, result: Result): Promise<void> {
  const rest = async () => await insertLogChunks(work.engine.pool, (await result.finish?.()) ?? []);
  await persistently(rest).catch(() => undefined);
}

/** Cancelled by the engine, or given back because this runner can no longer vouch for its child processes. */
async function reportCancelled(
  work: Work,
  held: HeldActivity,
  result: Result,
  why: unknown,
): Promise<readonly HeldActivity[]> {
  if (why === 'frozen' || why === 'draining') {
    await giveBack(work, held, why);
    return [];
  }
  await putAside(work, held, result);
  return [];
}

async function giveBack(work: Work, held: HeldActivity, why: 'frozen' | 'draining'): Promise<void> {
  const message =
    why === 'frozen' ? 'the runner had stood still and its processes were stopped' : 'the runner was stopped';
  const error = { code: 'ACTIVITY_LOST', message };
  if (held.idempotent) {
    const retried = await retryActivity(work.engine.pool, held.id, { status: 'lost', delayMs: 0, error });
    if (!retried) await putAside(work, held, { ok: true, output: null });
    return;
  }
  const sent = await send(work.engine, held.runId, {
    type: failedEvent(held.invokeId),
    payload: { visit: held.visit, error },
    key: `activity:${held.id}`,
    actor: 'runner',
    finish: { activityId: held.id, from: 'running', status: 'lost', output: null, error },
  });
  if (sent.fate !== 'applied') await putAside(work, held, { ok: true, output: null });
}

/** A result that no longer counts is kept beside the run; a run that is being stopped hears that the activity is gone. */
export async function putAside(
  work: Work,
  held: Pick<HeldActivity, 'id' | 'runId' | 'invokeId' | 'visit'>,
  result: Result,
): Promise<void> {
  // It may have stored something before.
  forget(work.engine, held.runId);
  const status = await activityGone(
    work.engine.pool,
    held.id,
    result.ok ? 'stale' : 'cancelled',
    result.ok ? result.output : null,
  );
  if (status !== 'stopping') return;
  await send(work.engine, held.runId, {
    type: engineEvent.stopped,
    payload: { invokeId: held.invokeId, visit: held.visit },
    key: `stopped:${held.invokeId}:${held.visit}`,
    actor: 'runner',
  });
}

function finishOf({ runnerId }: Work, held: HeldActivity, result: Result): Finish {
  return {
    activityId: held.id,
    runnerId,
    from: 'running',
    status: result.ok ? 'done' : 'failed',
    output: result.ok ? result.output : null,
    error: result.ok ? null : errorOf(result),
  };
}
