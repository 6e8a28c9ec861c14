import { engineEvent } from '#lib/engine/events.ts';
import type { Json } from '#lib/engine/json.ts';
import type { Replay } from '#lib/engine/replay.ts';
import { statePath } from '#lib/engine/state-path.ts';
import type { Step } from '#lib/engine/step.ts';
import { DomainError } from '#lib/errors.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { insertFork } from '#server/store/insert-fork.ts';
import { storable } from '#server/store/storable.ts';
import { type StoredRun, storedRun } from '#server/store/stored-run.ts';
import { derivedId } from './derived-id.ts';
import type { Engine } from './engine.ts';
import { offered } from './offered.ts';
import { foldRun } from './replay-run.ts';
import { startedBy, stepPayload } from './step-payload.ts';

export interface ForkRequest {
  readonly runId: string;
  /** The last event that both runs share. */
  readonly atSeq: number;
  readonly by: string;
  readonly reason: string;
  /** Chosen for this one wish: asking again with it gives the fork that is there already. */
  readonly commandId: string;
}

/** Makes a new run that shares the log of another up to an event, says so in its log, and starts again there what was in flight. */
export async function forkRun(engine: Engine, request: ForkRequest): Promise<{ id: string; number: number }> {
  const run = await storedRun(engine.pool, request.runId);
  const folded = await sharedPart(engine, run, request.atSeq);
  const clock = folded.envelope.clock;
  const id = derivedId(`fork of ${run.id} by command ${request.commandId}`);
  const live: Step = {
    next: folded.envelope,
    state: statePath(folded.envelope.value),
    iteration: folded.transitions.at(-1)?.iteration ?? 0,
    transitions: [],
    start: folded.flying,
    cancel: [],
    setTimers: folded.ticking,
    clearTimers: [],
    moveRunTimerBy: 0,
    records: folded.records,
    clock: { before: clock, after: clock },
    ending: null,
  };
  const number = await insertFork(engine.pool, {
    id,
    from: run.id,
    fromSeq: request.atSeq,
    title: run.title,
    input: run.input,
    createdBy: request.by,
    step: stepPayload(id, request.atSeq, live, startedBy(engine, live)),
    told: await forkTold(engine, run, { id, live, request }),
  });
  return { id, number };
}

/** The step of the event that says in the fork's own log where it comes from. */
async function forkTold(
  engine: Engine,
  run: StoredRun,
  { id, live, request }: { readonly id: string; readonly live: Step; readonly request: ForkRequest },
): Promise<Json> {
  const { atSeq, by: actor, reason } = request;
  const at = await databaseTime(engine.pool);
  const payload = storable({ run: run.number, seq: atSeq, reason });
  const type = engineEvent.forked;
  const standing = { ...run, seq: atSeq, iteration: live.iteration, envelope: live.next, now: at };
  const offer = offered(engine, standing, { type, payload, actor });
  if (offer.fate !== 'applied') throw new Error(`${run.machine} does not take ${type}`);
  const event = { key: `forked:${id}`, type, payload, actor, at };
  return { ...stepPayload(id, atSeq + 1, offer.step, []), event, finish: null, claim: null };
}

/** What the log up to an event says. Throws where nothing can go on from there. */
async function sharedPart(engine: Engine, run: StoredRun, atSeq: number): Promise<Extract<Replay, { ok: true }>> {
  if (!Number.isInteger(atSeq) || atSeq < 1 || atSeq > run.seq) {
    throw new DomainError(
      'BAD_INPUT',
      `Run ${run.number} has the events 1 to ${run.seq}; it cannot be forked at ${atSeq}.`,
    );
  }
  const folded = await foldRun(engine, run, atSeq);
  if (!folded.ok)
    throw new DomainError('CONFLICT', `Run ${run.number} cannot be replayed to event ${atSeq}: ${folded.reason}.`);
  const { status, stopping } = folded.envelope;
  const over = status === 'done' ? 'had ended' : stopping === null ? null : 'was being stopped';
  if (over !== null)
    throw new DomainError('REFUSED', `Run ${run.number} ${over} at event ${atSeq}: choose an earlier one.`);
  return folded;
}
