import { engineEvent } from '#lib/engine/events.ts';
import { doneEvent, failedEvent } from '#lib/engine/names.ts';
import { persistently } from '#server/db/persistently.ts';
import { type Beginning, type Outgoing, send } from '#server/engine/send.ts';
import type { Finish } from '#server/store/apply-step.ts';
import type { HeldActivity } from '#server/store/claim-activity.ts';
import { activityGone, retryActivity } from '#server/store/end-activity.ts';
import { type Begun, type BegunAhead, begin, beginAhead } from './begun.ts';
import { runnerTunables } from './tunables.ts';
import { errorOf, type Result, type Work } from './work.ts';

/** Works off an activity and, as long as the step after it hands one over, the next one of the same run. Never rejects. */
export async function workOff(work: Work, first: HeldActivity): Promise<void> {
  try {
    await workOffChain(work, first);
  } catch (error) {
    work.log.error({ err: error, run: first.runId }, 'the end of an activity could not be reported');
  }
}

async function workOffChain(work: Work, first: HeldActivity): Promise<void> {
  let current = begin(work, first);
  // Only a runner that has just been handed an activity may expect to be handed the next.
  for (let wasHanded = false; current !== null; wasHanded = true) {
    current = await workOne(work, current, wasHanded ? (next) => beginAhead(work, next) : () => null);
  }
}

/** Gives the next activity, which the step after this one handed to this runner; others that came with it begin beside it. */
async function workOne(
  work: Work,
  { held, hand, result }: Begun,
  ahead: (next: HeldActivity) => BegunAhead | null,
): Promise<Begun | null> {
  const begun = new Map<string, BegunAhead>();
  const foretell: NonNullable<Outgoing['foretell']> = ([first]) => {
    const expected = first !== undefined && begun.size === 0 ? ahead(handed(held, first)) : null;
    if (expected === null) return undefined;
    begun.set(expected.held.id, expected);
    return (claimed) => (claimed.includes(expected.held.id) ? expected.confirm() : expected.abandon());
  };
  try {
    const ended = await result;
    const [next, ...others] = await persistently(() => report(work, held, ended, hand.signal, foretell));
    for (const other of others) void workOff(work, other);
    if (next === undefined) return null;
    const expected = begun.get(next.id);
    begun.delete(next.id);
    return expected ?? begin(work, next);
  } finally {
    for (const expected of begun.values()) expected.abandon();
    hand.release();
  }
}

/** An activity that the step after another one began, as this runner holds it. */
function handed({ runId, projectId }: HeldActivity, beginning: Beginning): HeldActivity {
  return { ...beginning, runId, projectId, attempt: 1 };
}

async function report(
  work: Work,
  held: HeldActivity,
  result: Result,
  signal: AbortSignal,
  foretell: NonNullable<Outgoing['foretell']>,
): Promise<readonly HeldActivity[]> {
  if (signal.aborted) return await reportCancelled(work, held, result, signal.reason);
  if (!result.ok && !result.final && held.idempotent) {
    const delayMs = runnerTunables.backoffMs[held.attempt - 1];
    if (delayMs !== undefined) {
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
    type: result.ok ? doneEvent(held.invokeId) : failedEvent(held.invokeId),
    payload: { visit: held.visit, ...(result.ok ? { output: result.output } : { error: errorOf(result) }) },
    key: `activity:${held.id}`,
    actor: 'runner',
    finish: finishOf(work, held, result),
    ...(work.takesMore() && { claim: { runnerId: work.runnerId, hostId: work.host.hostId }, foretell }),
  });
  if (sent.fate !== 'applied') await putAside(work, held, result);
  return sent.claimed.map((beginning) => handed(held, beginning));
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
