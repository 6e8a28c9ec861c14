import type { Logger } from 'pino';
import type { Json } from '#lib/engine/json.ts';
import { doneEvent, failedEvent } from '#lib/engine/names.ts';
import type { ActivityHost, RunnableActivity } from '#server/activities/context.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { StartedActivity } from '#server/engine/step-payload.ts';
import type { Kept } from '#server/engine/unwritten.ts';
import type { HeldActivity } from '#server/store/claim-activity.ts';
import type { NewLogChunk } from '#server/store/log-chunks.ts';
import type { InHand } from './in-hand.ts';

/** What a runner works with. */
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

/** How an activity ended. */
export type Result = (
  | { readonly ok: true; readonly output: Json }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly details: Json;
      readonly final: boolean;
    }
) & {
  /** To be stored with the end, where that counts. All of it is there once the activity is finished. */
  readonly kept?: Kept;
  /**
   * Does what it left to be done meanwhile, once however often it is called, and has its log stored; nobody is told of the end
   * before. With `leavesLittle` the last of the log is given instead, each time: it is to be stored with the end, or alone.
   * Rejects with `FailedMeanwhile`.
   */
  readonly finish?: (how?: { readonly leavesLittle: boolean }) => Promise<readonly NewLogChunk[]>;
};

/** An activity had ended well, and what it had left to be done meanwhile failed. */
export class FailedMeanwhile extends Error {
  readonly result: Result;

  constructor(result: Result, cause: unknown) {
    super('what an activity had left to be done failed', { cause });
    this.name = 'FailedMeanwhile';
    this.result = result;
  }
}

/** An activity that a step of the same run has begun, as its runner holds it. */
export function handed({ runId, projectId }: HeldActivity, beginning: StartedActivity): HeldActivity {
  return { ...beginning, runId, projectId, attempt: 1 };
}

/** The event that tells a run how an activity ended. */
export function endOf({ id, invokeId, visit }: Pick<HeldActivity, 'id' | 'invokeId' | 'visit'>, result: Result) {
  return {
    type: result.ok ? doneEvent(invokeId) : failedEvent(invokeId),
    payload: { visit, ...(result.ok ? { output: result.output } : { error: errorOf(result) }) },
    key: `activity:${id}`,
    actor: 'runner',
  };
}

/** An ended activity's failure as its row and its event tell it. */
export function errorOf(result: Extract<Result, { ok: false }>): Json {
  return { code: result.code, message: result.message, details: result.details };
}

export function failure(code: string, message: string, final: boolean): Result {
  return { ok: false, code, message, details: null, final };
}
