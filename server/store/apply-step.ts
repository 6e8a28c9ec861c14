import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { isOutage } from '../db/persistently.ts';
import { jsonb } from './jsonb.ts';
import { chunkValues, hintsOf, insertChunks, type NewLogChunk } from './log-chunks.ts';
import { type Hint, tell } from './tell.ts';

/** The activity whose end the event is: it must still be in the status that the sender believes, else it is fenced. */
export interface Finish {
  readonly activityId: string;
  /** Whose result it is: one of a runner that has been declared dead is fenced. Left out by those who take over. */
  readonly runnerId?: string;
  readonly from: 'running' | 'lost';
  readonly status: 'done' | 'failed' | 'lost';
  readonly output: Json;
  readonly error: Json;
}

/** A runner with a free hand that would take the next activity of the run itself. */
export interface Claim {
  readonly runnerId: string;
  readonly hostId: string;
  /** The id of one that it is at already: that is left to it also when somebody else's work waits for its hand. */
  readonly begun?: string;
}

/** A pure step with its event and all that the database decides on. `seq` is the number that the event gets. */
export type StepOfRun = { readonly run: string; readonly seq: number } & { readonly [field: string]: Json };

export type Applied =
  | {
      readonly result: 'applied';
      readonly seq: number;
      /** Activities that the claiming runner now holds. */
      readonly claimed: readonly string[];
      /** Cancelled activities that nobody was working on. */
      readonly idle: readonly { readonly invokeId: string; readonly visit: number }[];
      readonly pending: boolean;
      /** Somebody else's work waits for the claiming runner's hand. */
      readonly crowded: boolean;
      /** The database's time of the step, epoch milliseconds. */
      readonly now: number;
    }
  | { readonly result: 'repeated'; readonly fate: string; readonly reason: string | null; readonly seq: number | null }
  | { readonly result: 'moved' | 'fenced' | 'missing' };

/** So many keep the server busy while others wait for its disk. With 2 of 32 a third fewer steps a second were measured. */
const batchesAtOnce = 4;
const largestBatch = 16;

interface Asked {
  readonly step: StepOfRun;
  readonly log: readonly NewLogChunk[];
  readonly answer: (applied: Applied) => void;
  readonly fail: (error: unknown) => void;
}

interface Line {
  readonly asked: Asked[];
  underWay: number;
}

const lines = new WeakMap<Pool, Line>();

/**
 * Writes everything that one event changes, in one transaction, if the run still stands before `step.seq`. Steps of several
 * runs that come together share a transaction; alone, a step waits for nobody. The last of the log of an activity that has
 * ended is stored with it, whatever comes of the step.
 */
export async function applyStep(pool: Pool, step: StepOfRun, log: readonly NewLogChunk[] = []): Promise<Applied> {
  const line = lines.get(pool) ?? { asked: [], underWay: 0 };
  lines.set(pool, line);
  return await new Promise<Applied>((answer, fail) => {
    line.asked.push({ step, log, answer, fail });
    // In the next turn, so that what came with the same packet goes together.
    setImmediate(() => void work(pool, line));
  });
}

async function work(pool: Pool, line: Line): Promise<void> {
  if (line.underWay >= batchesAtOnce) return;
  line.underWay += 1;
  try {
    for (let batch = nextBatch(line); batch.length > 0; batch = nextBatch(line)) await applyBatch(pool, batch);
  } finally {
    line.underWay -= 1;
  }
}

/** The first that wait, one of each run. */
function nextBatch(line: Line): Asked[] {
  const batch = new Map<string, Asked>();
  for (const asked of line.asked) {
    if (batch.size === largestBatch) break;
    if (!batch.has(asked.step.run)) batch.set(asked.step.run, asked);
  }
  const chosen = [...batch.values()];
  line.asked.splice(0, line.asked.length, ...line.asked.filter((asked) => batch.get(asked.step.run) !== asked));
  return chosen;
}

async function applyBatch(pool: Pool, batch: readonly Asked[]): Promise<void> {
  try {
    const answers = await applySteps(
      pool,
      batch.map(({ step }) => step),
      batch.flatMap(({ log }) => log),
    );
    for (const { step, answer, fail } of batch) {
      const applied = answers.get(step.run);
      if (applied === undefined) fail(new Error(`apply_steps gave no answer for run ${step.run}`));
      else answer(applied);
    }
  } catch (error) {
    const [only] = batch;
    // The fault may be one step's alone, or that of its log, without which the step still counts; the transaction has left
    // nothing behind.
    if (batch.length > 1) await Promise.all(batch.map((asked) => applyBatch(pool, [asked])));
    else if (only !== undefined && only.log.length > 0 && !isOutage(error))
      await applyBatch(pool, [{ ...only, log: [] }]);
    else only?.fail(error);
  }
}

async function applySteps(
  pool: Pool,
  steps: readonly StepOfRun[],
  log: readonly NewLogChunk[],
): Promise<ReadonlyMap<string, Applied>> {
  const { rows } = await pool.query(
    log.length === 0
      ? { name: 'apply-steps', text: 'SELECT apply_steps($1::jsonb) AS applied', values: [jsonb(steps)] }
      : {
          name: 'apply-steps-with-log',
          text: `WITH logged AS (${insertChunks}) SELECT apply_steps($9::jsonb) AS applied`,
          values: [...chunkValues(log), jsonb(steps)],
        },
  );
  const { applied } = rows[0] as { applied: { answers: (Applied & { run: string })[]; hints: readonly Hint[] } };
  tell(pool, [...applied.hints, ...hintsOf(log)]);
  return new Map(applied.answers.map((answer) => [answer.run, answer]));
}
