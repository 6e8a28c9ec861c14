import { engineEvent } from '#lib/engine/events.ts';
import type { Json } from '#lib/engine/json.ts';
import type { Replay } from '#lib/engine/replay.ts';
import { statePath } from '#lib/engine/state-path.ts';
import type { Step } from '#lib/engine/step.ts';
import { DomainError } from '#lib/errors.ts';
import { insertFork } from '#server/store/insert-fork.ts';
import { type StoredRun, storedRun } from '#server/store/stored-run.ts';
import { derivedId } from './derived-id.ts';
import type { Engine } from './engine.ts';
import { foldRun } from './replay-run.ts';
import { send } from './send.ts';
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

/** Makes a new run that shares the log of another up to an event, and starts again there what was in flight. */
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
  });
  const payload: { [field: string]: Json } = { run: run.number, seq: request.atSeq, reason: request.reason };
  await send(engine, id, { type: engineEvent.forked, payload, key: `forked:${id}`, actor: request.by });
  return { id, number };
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
