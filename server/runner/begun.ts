import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { type ActivityContext, ActivityFailure } from '#server/activities/context.ts';
import { createLogWriter, type LogWriter } from '#server/artifacts/log-writer.ts';
import { nothingUnwritten, type Unwritten } from '#server/engine/unwritten.ts';
import type { NewArtifact } from '#server/store/artifacts.ts';
import type { HeldActivity } from '#server/store/claim-activity.ts';
import type { NewLogChunk } from '#server/store/log-chunks.ts';
import type { PlacedResultSet } from '#server/store/placed-results.ts';
import { storable } from '#server/store/storable.ts';
import type { Hand } from './in-hand.ts';
import { runnerTunables } from './tunables.ts';
import { FailedMeanwhile, failure, type Result, type Work } from './work.ts';

/** An activity that this process is at. */
export interface Begun {
  readonly held: HeldActivity;
  readonly hand: Hand;
  /** Never rejects. */
  readonly result: Promise<Result>;
}

/** An activity that was begun before the step that begins it is written. */
export interface BegunAhead extends Begun {
  /** It may change the run's tree before it is confirmed. */
  readonly changesTree: boolean;
  /** The end, where it comes within so long and without waiting for the confirmation; else null. */
  onTheSpot(withinMs: number): Promise<Over | null>;
  /**
   * Settled when it has begun to change the tree, or is over, or has taken its time until then; with false where it waits for
   * the confirmation first, and so changes nothing.
   */
  readonly reached: Promise<boolean>;
  /** The step is written, and has handed the activity to this runner. */
  confirm(): void;
  /** It was not, and the result counts for nothing. Resolves once nothing more comes of it. */
  abandon(): Promise<void>;
}

/** The end of an activity that is not confirmed yet. */
export interface Over {
  readonly result: Result;
  /** See `InstantEnd`. */
  readonly rest: Promise<readonly NewLogChunk[]>;
}

/** How an activity is begun ahead. */
export interface Ahead {
  /** What stands beside the rows until it is confirmed. */
  readonly unwritten: Unwritten;
  /** The activity whose end the step tells. */
  readonly aheadOf: string;
  readonly start?: Promise<void>;
  /** It may change the run's tree at once. */
  readonly changesTree?: boolean;
}

const isHeld = Promise.resolve();

/** Begins an activity that this runner holds; null for one that it has begun before. */
export function begin(work: Work, held: HeldActivity): Begun | null {
  const hand = work.inHand.take(held.id);
  return (
    hand && {
      held,
      hand,
      result: perform(work, held, { cancelled: hand.signal, confirmed: isHeld, unwritten: nothingUnwritten }),
    }
  );
}

/**
 * Begins an activity that a step is to hand to this runner, once `start` is settled; null where the activity does not begin
 * ahead. Until it is confirmed it reads and thinks, or works in the run's own tree, in the time that the database takes to
 * write the step.
 */
export function beginAhead(work: Work, held: HeldActivity, { start = isHeld, ...how }: Ahead): BegunAhead | null {
  const { begins } = work.activity(held.name) ?? { begins: 'confirmed' };
  const hand = begins === 'confirmed' ? null : work.inHand.take(held.id);
  if (hand === null) return null;
  const { promise: confirmed, resolve: confirm, reject } = Promise.withResolvers<void>();
  // Not every activity waits for it.
  confirmed.catch(() => undefined);
  const { promise: waited, resolve: onWait } = Promise.withResolvers<null>();
  const { promise: atTree, resolve } = Promise.withResolvers<void>();
  let isAtTree = false;
  const onTree = () => {
    isAtTree = true;
    resolve();
  };
  const given = { confirmed, onWait: () => onWait(null), onTree, ...how };
  const result = start.then(() => perform(work, held, { cancelled: hand.signal, ...given }));
  const patience = (ms: number) => wait(ms, null, { ref: false });
  return {
    held,
    hand,
    result,
    changesTree: how.changesTree ?? false,
    async onTheSpot(withinMs) {
      const ended = await Promise.race([waited, result, patience(withinMs)]);
      if (ended === null) return null;
      const rest = restOf(ended, waited);
      // A log that is not little is found to have to wait at once.
      const isLittle = rest.then(
        () => true,
        () => false,
      );
      const mayEnd = await Promise.race([isLittle, nextTurn(true)]);
      return mayEnd ? { result: ended, rest } : null;
    },
    reached: Promise.race([
      atTree.then(() => wait(runnerTunables.headStartMs)).then(() => true),
      waited.then(() => isAtTree),
      Promise.race([result, patience(runnerTunables.patienceMs)]).then(() => true),
    ]),
    confirm,
    async abandon() {
      reject(new Error(`${held.name} was begun for a step that was not written`));
      hand.stop();
      await (await result).finish?.().catch(() => undefined);
      hand.discard();
    },
  };
}

/** What is left of an activity is done while it is not confirmed. */
function restOf(result: Result, waited: Promise<null>): Promise<readonly NewLogChunk[]> {
  const rest = Promise.race([
    Promise.resolve(result.finish?.({ leavesLittle: true }) ?? []),
    waited.then(() => Promise.reject(new Error('what is left of it has to wait'))),
  ]);
  // Whoever writes the end hears of it, where that comes to it.
  rest.catch(() => undefined);
  return rest;
}

interface Given extends Pick<Ahead, 'changesTree' | 'unwritten'> {
  readonly aheadOf?: string;
  readonly cancelled: AbortSignal;
  readonly confirmed: Promise<void>;
  readonly onWait?: () => void;
  readonly onTree?: () => void;
}

async function perform(work: Work, held: HeldActivity, { cancelled, ...given }: Given): Promise<Result> {
  const activity = work.activity(held.name);
  if (activity === null)
    return failure('UNHANDLED_EXCEPTION', `this runner does not know the activity ${held.name}`, true);
  const deadline = deadlineAfter(given.confirmed, activity.timeoutMs);
  const confirmed = heard(given.confirmed, given.onWait);
  const { artifacts, pool, redact } = work.host;
  // An attempt before this one may have stored something that nobody here knows of.
  const kept = { artifacts: [] as NewArtifact[], resultSets: [] as PlacedResultSet[], hasStored: held.attempt > 1 };
  const stored = () => {
    kept.hasStored = true;
  };
  const meanwhile: (() => Promise<void>)[] = [];
  let isConfirmed = false;
  given.confirmed.then(
    () => {
      isConfirmed = true;
    },
    () => undefined,
  );
  const of = { activityId: held.id, runId: held.runId };
  const log = createLogWriter(pool, redact, { ...of, confirmed, isConfirmed: () => isConfirmed });
  const context: ActivityContext = {
    host: {
      ...work.host,
      artifacts: artifacts.of({ confirmed, keep: (artifact) => kept.artifacts.push(artifact), stored }),
    },
    runId: held.runId,
    projectId: held.projectId,
    activityId: held.id,
    ...(given.aheadOf !== undefined && { aheadOf: given.aheadOf }),
    iteration: held.iteration,
    attempt: held.attempt,
    signal: AbortSignal.any([cancelled, deadline.signal]),
    confirmed,
    mayChangeTree: given.changesTree ? heard(isHeld, given.onTree) : confirmed,
    unwritten: given.unwritten,
    keepResults: (set) => kept.resultSets.push(set),
    stored,
    meanwhile: (work) => meanwhile.push(work),
    log,
  };
  const done = async (): Promise<Result> => {
    return { ok: true, output: storable(await activity.run(held.input, context)), kept };
  };
  const ended = await done().catch((error: unknown) =>
    deadline.signal.aborted
      ? failure('TIMEOUT', `${held.name} took longer than ${activity.timeoutMs} ms`, true)
      : { ...failureOf(error), kept },
  );
  deadline.clear();
  let finishing: ReturnType<typeof finished> | undefined;
  // What has failed, or is not wanted any more, leaves nothing to be done.
  const left = () => (ended.ok && !cancelled.aborted ? meanwhile : []);
  return { ...ended, finish: (how) => (finishing ??= finished(left(), log, how)) };
}

/** A log that cannot be written must not turn a good result into a bad one. */
async function finished(
  meanwhile: readonly (() => Promise<void>)[],
  log: LogWriter,
  how?: { readonly leavesLittle: boolean },
): Promise<readonly NewLogChunk[]> {
  const ends = await Promise.allSettled(meanwhile.map((work) => work()));
  const failed = ends.find((end) => end.status === 'rejected');
  const last = await log.close(failed ? undefined : how).catch(() => []);
  if (failed) throw new FailedMeanwhile(failureOf(failed.reason), failed.reason);
  return last;
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
