import { isDeepStrictEqual } from 'node:util';
import { type Replay, replay } from '#lib/engine/replay.ts';
import { DomainError } from '#lib/errors.ts';
import { eventLog } from '#server/store/event-log.ts';
import { type StoredRun, storedRun } from '#server/store/stored-run.ts';
import { storedTransitions } from '#server/store/stored-transitions.ts';
import type { Engine } from './engine.ts';

export interface ReplayReport {
  readonly equal: boolean;
  readonly events: number;
  readonly transitions: number;
  /** The first difference in words, or null. */
  readonly difference: string | null;
}

/** Folds a run's log and compares what comes out with what is stored. */
export async function replayRun(engine: Engine, runId: string): Promise<ReplayReport> {
  const run = await storedRun(engine.pool, runId);
  const folded = await foldRun(engine, run, run.seq);
  const stored = await storedTransitions(engine.pool, runId);
  const report = { events: run.seq, transitions: stored.length };
  if (!folded.ok) return { ...report, equal: false, difference: `event ${folded.atSeq}: ${folded.reason}` };
  const odd = stored.findIndex((fact, index) => !isDeepStrictEqual(fact, folded.transitions[index]));
  if (odd !== -1)
    return { ...report, equal: false, difference: `transition ${odd + 1} is stored otherwise than the log implies` };
  if (stored.length !== folded.transitions.length) {
    const difference = `${stored.length} transitions are stored and the log implies ${folded.transitions.length}`;
    return { ...report, equal: false, difference };
  }
  const same = isDeepStrictEqual(run.envelope, folded.envelope);
  return { ...report, equal: same, difference: same ? null : 'the stored snapshot is not what the log implies' };
}

/** Folds the first `upTo` events of a stored run. Throws UNAVAILABLE when its machine's version is not installed. */
export async function foldRun(engine: Engine, run: StoredRun, upTo: number): Promise<Replay> {
  const definition = engine.machine(run.machine, run.machineVersion);
  if (definition === null) {
    throw new DomainError(
      'UNAVAILABLE',
      `Run ${run.number} needs ${run.machine} version ${run.machineVersion}, which is not installed.`,
    );
  }
  const [created] = await storedTransitions(engine.pool, run.id);
  if (created === undefined) throw new Error(`run ${run.id} has no transition`);
  const log = await eventLog(engine.pool, run.id, upTo);
  return replay(definition, { input: run.input, at: created.at, by: created.actor }, log);
}
