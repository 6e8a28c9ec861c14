import { engineEvent } from '#lib/engine/events.ts';
import type { Json } from '#lib/engine/json.ts';
import { applyStep, type Claim, type Finish } from '#server/store/apply-step.ts';
import { type Fate, fileEvent } from '#server/store/file-event.ts';
import type { NewLogChunk } from '#server/store/log-chunks.ts';
import { pendingEvents } from '#server/store/pending-events.ts';
import { type RunForStep, runForStep } from '#server/store/run-for-step.ts';
import { storable } from '#server/store/storable.ts';
import { beginsOnly, chainFrom, rowsOf, type Successor, unwrittenOf } from './chain.ts';
import type { Engine } from './engine.ts';
import { type Offered, offered } from './offered.ts';
import { forget, remember, remembered } from './remembered.ts';
import { chainPayload, type StartedActivity, startedBy } from './step-payload.ts';
import { createReads, type Kept, type KnownRows, knownRows, nothingKept, withRows } from './unwritten.ts';

/** An event on its way to a run. The same key again is the same event: it is applied at most once. */
export interface Outgoing extends Offered {
  readonly key: string;
  readonly finish?: Finish;
  /** Stored if the event is applied. */
  readonly kept?: Kept;
  /**
   * Called once what the event begins has begun, and perhaps again, which is the same call; nothing is written before it is
   * settled. Gives the last of the log of the activity whose end the event is, which is stored in the same write.
   */
  readonly after?: () => Promise<readonly NewLogChunk[]>;
  readonly claim?: Claim;
  readonly successor?: Successor;
}

export interface Sent extends Fate {
  /** Activities that the claiming runner now holds. */
  readonly claimed: readonly StartedActivity[];
}

/**
 * Delivers one event to a run; nothing else moves a run. The step is computed on what was read, or on what this process
 * last wrote, and written only if the run still stands there, else it is read and computed again. Any number of processes
 * may send to one run at once.
 */
export async function send(engine: Engine, runId: string, event: Outgoing): Promise<Sent> {
  const sent = await deliver(engine, runId, { ...event, payload: storable(event.payload ?? {}) });
  if (sent.fate !== 'applied') return sent;
  for (const { invokeId, visit } of sent.idle) await send(engine, runId, stoppedBefore(invokeId, visit));
  if (sent.pending) await retryPending(engine, runId);
  return sent;
}

interface Delivered extends Sent {
  readonly idle: readonly { readonly invokeId: string; readonly visit: number }[];
  readonly pending: boolean;
}

const nothing = { claimed: [], idle: [], pending: false } as const;

async function deliver(engine: Engine, runId: string, outgoing: Outgoing): Promise<Delivered> {
  const { successor, ...plain } = outgoing;
  const known = remembered(engine, runId);
  const delivered = known && (await applied(engine, runId, known, outgoing));
  if (delivered) return delivered;
  await plain.after?.();
  for (;;) {
    const read = await runForStep(engine.pool, runId);
    const done = (await applied(engine, runId, read, plain)) ?? (await setAside(engine, runId, read, plain));
    if (done !== null) return done;
  }
}

/** Null when the event moves nothing from there, the run no longer stands there, or what was to follow came to nothing. */
async function applied(
  engine: Engine,
  runId: string,
  run: RunForStep & { readonly crowded?: boolean; readonly rows?: KnownRows },
  outgoing: Outgoing,
): Promise<Delivered | null> {
  const { key, type, payload = {}, actor, kept = nothingKept, successor } = outgoing;
  const offer = offered(engine, run, outgoing);
  if (offer.fate !== 'applied') return null;
  // What is kept is complete only once `after` is settled: it is the same arrays then.
  const left = { ...kept, at: run.now };
  const first = { seq: run.seq + 1, step: offer.step, started: startedBy(engine, offer.step), left };
  const reads = createReads();
  // Who tells of no end may have taken one's place, such as that of an activity that is lost.
  const isWhole = outgoing.kept?.hasStored === false;
  const rows = isWhole && run.rows !== undefined ? run.rows : knownRows();
  // Whoever writes hears of a failure.
  const atWork = () => void outgoing.after?.().catch(() => undefined);
  const chain = await chainFrom(engine, run, first, { successor, atWork, reads, rows });
  const last = chain.at(-1) ?? first;
  const { step, started } = last;
  // A hand that others wait for begins nothing that it would have to be left.
  const how = { isAlone: !run.crowded && beginsOnly(last) !== null, unwritten: unwrittenOf(chain, { reads, rows }) };
  const ahead = started[0] && successor?.ahead(started[0], how);
  const begun = ahead && (await ahead.reached) ? ahead.id : null;
  const log = (await outgoing.after?.()) ?? [];
  const rests = await Promise.all(chain.map(({ rest }) => rest ?? [])).catch(() => null);
  if (rests === null) {
    reads.end();
    await successor?.written({ passed: [], claimed: [] });
    return null;
  }
  const claim = outgoing.claim && { ...outgoing.claim, ...(begun !== null && { begun }) };
  const written = {
    ...chainPayload(runId, chain),
    event: { key, type, payload, actor, at: run.now },
    finish: (outgoing.finish ?? null) as Json,
    claim: (claim ?? null) as Json,
  };
  const answer = await applyStep(engine.pool, written, [...log, ...rests.flat()]);
  reads.end();
  const passed = chain.flatMap((link) => (link.passed ? [link.passed.activity.id] : []));
  const isApplied = answer.result === 'applied';
  await successor?.written(isApplied ? { passed, claimed: answer.claimed } : { passed: [], claimed: [] });
  if (answer.result !== 'applied') forget(engine, runId);
  switch (answer.result) {
    case 'applied':
      if (step.ending === null) {
        const { seq, now, crowded } = answer;
        // What is kept of the first is known only now.
        const hasStored = kept.hasStored || chain.some(({ left }) => left?.hasStored);
        const known = hasStored ? knownRows() : withRows(rows, rowsOf(chain));
        const { iteration, next: envelope } = step;
        remember(engine, runId, { ...run, seq, now, crowded, rows: known, iteration, envelope });
      } else forget(engine, runId);
      return {
        fate: 'applied',
        reason: null,
        seq: answer.seq,
        claimed: started.filter(({ id }) => answer.claimed.includes(id)),
        idle: step.next.stopping === null ? [] : answer.idle,
        pending: answer.pending,
      };
    case 'repeated':
      return { fate: answer.fate as Fate['fate'], reason: answer.reason, seq: answer.seq, ...nothing };
    case 'fenced':
      return await filed(engine, runId, run.seq, outgoing, 'stale', 'the activity had been taken over');
    case 'missing':
      return { fate: 'refused', reason: 'the run is gone', seq: null, ...nothing };
    case 'moved':
      return null;
  }
}

/** The event keeps its fate beside the run. Null when the run moves on, or has moved on and would take it now. */
async function setAside(engine: Engine, runId: string, run: RunForStep, outgoing: Outgoing): Promise<Delivered | null> {
  const offer = offered(engine, run, outgoing);
  if (offer.fate === 'applied') return null;
  return await filed(engine, runId, run.seq, outgoing, offer.fate, offer.fate === 'pending' ? null : offer.reason);
}

async function filed(
  engine: Engine,
  runId: string,
  seq: number,
  { key, type, payload = {}, actor }: Outgoing,
  fate: 'pending' | 'refused' | 'stale',
  reason: string | null,
): Promise<Delivered | null> {
  const found = await fileEvent(engine.pool, runId, seq, { key, type, payload, actor, fate, reason });
  return found === null ? null : { ...found, ...nothing };
}

/** A cancelled activity that nobody was working on is gone at once; a stopping run waits for this word. */
function stoppedBefore(invokeId: string, visit: number): Outgoing {
  return {
    type: engineEvent.stopped,
    payload: { invokeId, visit },
    key: `stopped:${invokeId}:${visit}`,
    actor: 'engine',
  };
}

/** After a step the run may take what it could not take before. Each pending event is offered once, oldest first. */
export async function retryPending(engine: Engine, runId: string): Promise<void> {
  for (const { key, type, payload, actor } of await pendingEvents(engine.pool, runId)) {
    await send(engine, runId, { key, type, payload, actor });
  }
}
