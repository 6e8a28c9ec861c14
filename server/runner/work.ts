import type { Logger } from 'pino';
import { engineEvent } from '#lib/engine/events.ts';
import type { Json } from '#lib/engine/json.ts';
import { doneEvent, failedEvent } from '#lib/engine/names.ts';
import {
  type ActivityContext,
  ActivityFailure,
  type ActivityHost,
  type RunnableActivity,
} from '#server/activities/context.ts';
import { createLogWriter } from '#server/artifacts/log-writer.ts';
import { persistently } from '#server/db/persistently.ts';
import type { Engine } from '#server/engine/engine.ts';
import { send } from '#server/engine/send.ts';
import type { Finish } from '#server/store/apply-step.ts';
import type { HeldActivity } from '#server/store/claim-activity.ts';
import { activityGone, retryActivity } from '#server/store/end-activity.ts';
import { storable } from '#server/store/storable.ts';
import type { InHand } from './in-hand.ts';
import { runnerTunables } from './tunables.ts';

export interface Work {
  readonly engine: Engine;
  readonly runnerId: string;
  readonly host: ActivityHost;
  readonly inHand: InHand;
  readonly log: Pick<Logger, 'error'>;
  readonly activity: (name: string) => RunnableActivity | null;
  /** False once the runner is to stop: it finishes what it holds and takes nothing new. */
  readonly takesMore: () => boolean;
}

export type Result =
  | { readonly ok: true; readonly output: Json }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly details: Json;
      readonly final: boolean;
    };

/** Works off an activity and, as long as the step after it hands one over, the next one of the same run. Never rejects. */
export async function workOff(work: Work, first: HeldActivity): Promise<void> {
  try {
    await workOffChain(work, first);
  } catch (error) {
    work.log.error({ err: error, run: first.runId }, 'the end of an activity could not be reported');
  }
}

async function workOffChain(work: Work, first: HeldActivity): Promise<void> {
  let current: HeldActivity | null = first;
  while (current !== null) {
    const [next, ...others] = await workOne(work, current);
    for (const other of others) void workOff(work, other);
    current = next ?? null;
  }
}

/** Gives the activities that the step after it handed to this runner. */
async function workOne(work: Work, held: HeldActivity): Promise<readonly HeldActivity[]> {
  const hand = work.inHand.take(held.id);
  if (hand === null) return [];
  try {
    const result = await perform(work, held, hand.signal);
    return await persistently(() => report(work, held, result, hand.signal));
  } finally {
    hand.release();
  }
}

async function perform(work: Work, held: HeldActivity, cancelled: AbortSignal): Promise<Result> {
  const activity = work.activity(held.name);
  if (activity === null)
    return failure('UNHANDLED_EXCEPTION', `this runner does not know the activity ${held.name}`, true);
  const deadline = AbortSignal.timeout(activity.timeoutMs);
  const log = createLogWriter(work.engine.pool, work.host.redact, { activityId: held.id, runId: held.runId });
  const context: ActivityContext = {
    host: work.host,
    runId: held.runId,
    projectId: held.projectId,
    activityId: held.id,
    iteration: held.iteration,
    attempt: held.attempt,
    signal: AbortSignal.any([cancelled, deadline]),
    log,
  };
  try {
    return { ok: true, output: storable(await activity.run(held.input, context)) };
  } catch (error) {
    if (deadline.aborted) return failure('TIMEOUT', `${held.name} took longer than ${activity.timeoutMs} ms`, true);
    if (error instanceof ActivityFailure) {
      return { ok: false, code: error.code, message: error.message, details: error.details, final: error.final };
    }
    return failure('UNHANDLED_EXCEPTION', error instanceof Error ? error.message : String(error), false);
  } finally {
    // A log that cannot be written must not turn a good result into a bad one.
    await log.close().catch(() => undefined);
  }
}

async function report(
  work: Work,
  held: HeldActivity,
  result: Result,
  signal: AbortSignal,
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
    ...(work.takesMore() ? { claim: { runnerId: work.runnerId, hostId: work.host.hostId } } : {}),
  });
  if (sent.fate !== 'applied') await putAside(work, held, result);
  return sent.claimed.map((started) => ({ ...started, runId: held.runId, projectId: held.projectId, attempt: 1 }));
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

function errorOf(result: Extract<Result, { ok: false }>): Json {
  return { code: result.code, message: result.message, details: result.details };
}

function failure(code: string, message: string, final: boolean): Result {
  return { ok: false, code, message, details: null, final };
}
