import { setTimeout as wait } from 'node:timers/promises';
import { type ActivityContext, ActivityFailure } from '#server/activities/context.ts';
import { createLogWriter } from '#server/artifacts/log-writer.ts';
import type { NewArtifact } from '#server/store/artifacts.ts';
import type { HeldActivity } from '#server/store/claim-activity.ts';
import { storable } from '#server/store/storable.ts';
import type { Hand } from './in-hand.ts';
import { failure, type Result, type Work } from './work.ts';

/** An activity that this process is at. */
export interface Begun {
  readonly held: HeldActivity;
  readonly hand: Hand;
  /** Never rejects. */
  readonly result: Promise<Result>;
}

/** An activity that was begun before the step that begins it is written. */
export interface BegunAhead extends Begun {
  /** The result, where it comes soon and without waiting for the confirmation; else null. */
  onTheSpot(): Promise<Result | null>;
  /** The step is written, and has handed the activity to this runner. */
  confirm(): void;
  /** It was not: nothing has happened, and the result counts for nothing. */
  abandon(): void;
}

const isHeld = Promise.resolve();

/** What is not over on the spot by then is waited for no longer before its step is written, milliseconds. */
const patienceMs = 10;

/** Begins an activity that this runner holds; null for one that it has begun before. */
export function begin(work: Work, held: HeldActivity): Begun | null {
  const hand = work.inHand.take(held.id);
  return hand && { held, hand, result: perform(work, held, { cancelled: hand.signal, confirmed: isHeld }) };
}

/**
 * Begins an activity that a step is to hand to this runner, once `start` is settled; null where the activity does not begin
 * ahead. Until it is confirmed it only reads and thinks, in the time that the database takes to write the step.
 */
export function beginAhead(work: Work, held: HeldActivity, start: Promise<void>): BegunAhead | null {
  const { begins } = work.activity(held.name) ?? { begins: 'confirmed' };
  const hand = begins === 'confirmed' ? null : work.inHand.take(held.id);
  if (hand === null) return null;
  const { promise: confirmed, resolve: confirm, reject } = Promise.withResolvers<void>();
  // Not every activity waits for it.
  confirmed.catch(() => undefined);
  const { promise: waited, resolve } = Promise.withResolvers<null>();
  const onWait = () => resolve(null);
  const result = start.then(() => perform(work, held, { cancelled: hand.signal, confirmed, onWait }));
  return {
    held,
    hand,
    result,
    onTheSpot: () => Promise.race([result.then(logged), waited, wait(patienceMs, null, { ref: false })]),
    confirm,
    abandon() {
      reject(new Error(`${held.name} was begun for a step that was not written`));
      hand.discard();
    },
  };
}

/** The result once its log is stored. */
async function logged(result: Result): Promise<Result> {
  await result.logged;
  return result;
}

async function perform(
  work: Work,
  held: HeldActivity,
  { cancelled, ...given }: { cancelled: AbortSignal; confirmed: Promise<void>; onWait?: () => void },
): Promise<Result> {
  const activity = work.activity(held.name);
  if (activity === null)
    return failure('UNHANDLED_EXCEPTION', `this runner does not know the activity ${held.name}`, true);
  const deadline = deadlineAfter(given.confirmed, activity.timeoutMs);
  const confirmed = heard(given.confirmed, given.onWait);
  const { artifacts, pool, redact } = work.host;
  const kept: NewArtifact[] = [];
  const log = createLogWriter(pool, redact, { activityId: held.id, runId: held.runId, confirmed });
  const context: ActivityContext = {
    host: { ...work.host, artifacts: artifacts.of({ confirmed, keep: (artifact) => kept.push(artifact) }) },
    runId: held.runId,
    projectId: held.projectId,
    activityId: held.id,
    iteration: held.iteration,
    attempt: held.attempt,
    signal: AbortSignal.any([cancelled, deadline.signal]),
    confirmed,
    log,
  };
  const done = async (): Promise<Result> => {
    return { ok: true, output: storable(await activity.run(held.input, context)), artifacts: kept };
  };
  const ended = await done().catch((error: unknown) =>
    deadline.signal.aborted
      ? failure('TIMEOUT', `${held.name} took longer than ${activity.timeoutMs} ms`, true)
      : { ...failureOf(error), artifacts: kept },
  );
  deadline.clear();
  // A log that cannot be written must not turn a good result into a bad one.
  return { ...ended, logged: log.close().catch(() => undefined) };
}

function failureOf(error: unknown): Result {
  if (error instanceof ActivityFailure) {
    const { code, message, details, final } = error;
    return { ok: false, code, message, details, final };
  }
  return failure('UNHANDLED_EXCEPTION', error instanceof Error ? error.message : String(error), false);
}

/** A limit that counts from the confirmation: however long the database takes for that, the activity has its whole time. */
function deadlineAfter(confirmed: Promise<void>, ms: number): { readonly signal: AbortSignal; clear(): void } {
  const over = new AbortController();
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    if (!isEnded) timer = setTimeout(() => over.abort(), ms);
  };
  confirmed.then(start, () => undefined);
  return {
    signal: over.signal,
    clear() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}

/** The same promise, which tells when somebody waits for it. */
function heard<T>(promise: Promise<T>, onWait: () => void = () => undefined): PromiseLike<T> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: whoever waits for it calls this
    then(onFulfilled, onRejected) {
      onWait();
      return promise.then(onFulfilled, onRejected);
    },
  };
}
