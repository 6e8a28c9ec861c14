import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createOwnPostgres } from '#server/chaos/own-postgres.ts';
import { openPool } from '#server/db/pool.ts';
import { send } from '#server/engine/send.ts';
import { registerRunner } from '#server/store/runner-rows.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { atLeast, type Bench, plainFigure } from './bench.ts';

const clients = 32;
const secondsEach = 4;
const rounds = 3;

export const transitions: Bench = {
  does: `steps a second of ${clients} runs at once, against one bare insert+update on the same server`,
  async run(say) {
    const postgres = await createOwnPostgres({ fsync: 'on', autovacuum: 'on' });
    const pool = openPool(postgres.databaseUrl, { max: clients, name: 'firmloop-bench' });
    try {
      const bare: number[] = [];
      const steps: number[] = [];
      await prepareBare(pool);
      const step = await prepareSteps(pool);
      // By turns, so that a change of the machine's load meets both.
      for (let round = 0; round < rounds; round += 1) {
        bare.push(await perSecond((client) => insertAndUpdate(pool, client)));
        steps.push(await perSecond(step));
        say(`round ${round + 1}: ${steps.at(-1)?.toFixed(0)} steps/s, ${bare.at(-1)?.toFixed(0)} bare/s`);
      }
      const [stepRate, bareRate] = [median(steps), median(bare)];
      return [
        plainFigure('bare insert+update', `${bareRate.toFixed(0)} /s`),
        plainFigure('steps (an event, two transitions, an activity ended and one begun)', `${stepRate.toFixed(0)} /s`),
        plainFigure('transitions', `${(2 * stepRate).toFixed(0)} /s`),
        plainFigure('steps against bare', `${(stepRate / bareRate).toFixed(2)} ×`),
        atLeast('transitions against bare', (2 * stepRate) / bareRate, 0.35, '×'),
      ];
    } finally {
      await pool.end();
      await postgres.remove();
    }
  },
};

type Work = (client: number) => Promise<unknown>;

/** How often all clients together get their work done in a second. */
async function perSecond(work: Work): Promise<number> {
  const begun = performance.now();
  const until = begun + secondsEach * 1_000;
  const counts = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      let count = 0;
      for (; performance.now() < until; count += 1) await work(client);
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1_000);
}

async function prepareBare(pool: Pool): Promise<void> {
  await pool.query('CREATE TABLE bench_run (id int PRIMARY KEY, seq int NOT NULL)');
  await pool.query(
    'CREATE TABLE bench_event (id bigserial PRIMARY KEY, run int NOT NULL, at timestamptz NOT NULL DEFAULT now())',
  );
  await pool.query('INSERT INTO bench_run SELECT n, 0 FROM generate_series(0, $1::int - 1) n', [clients]);
}

async function insertAndUpdate(pool: Pool, client: number): Promise<void> {
  await pool.query({
    name: 'bench-bare',
    text: `WITH told AS (INSERT INTO bench_event (run) VALUES ($1)) UPDATE bench_run SET seq = seq + 1 WHERE id = $1`,
    values: [client],
  });
}

/** One toy run for each client, worked on as a runner does that keeps its run in hand. */
async function prepareSteps(pool: Pool): Promise<Work> {
  const engine = toyEngine(pool);
  const claim = { runnerId: randomUUID(), hostId: 'bench' };
  await registerRunner(pool, {
    id: claim.runnerId,
    hostId: claim.hostId,
    hostName: 'bench',
    pid: process.pid,
    processStart: '',
    queues: [],
    slots: clients,
    sandbox: {},
  });
  const runs = await Promise.all(
    Array.from({ length: clients }, async () => ({
      id: await startToyRun(engine, { goal: 1_000_000 }),
      visit: 1,
      activity: '',
    })),
  );
  const { rows } = await pool.query<{ id: string; runId: string }>(
    `UPDATE activity SET status = 'running', runner_id = $1 RETURNING id, run_id AS "runId"`,
    [claim.runnerId],
  );
  for (const { id, runId } of rows) for (const run of runs) if (run.id === runId) run.activity = id;
  await pool.query('UPDATE run SET host_id = $1', [claim.hostId]);
  return async (client) => {
    const run = runs[client];
    if (run === undefined) return;
    const { claimed } = await send(engine, run.id, {
      type: 'xstate.done.actor.toil',
      payload: { visit: run.visit, output: { amount: 1 } },
      key: `activity:${run.activity}`,
      actor: 'runner',
      finish: { activityId: run.activity, from: 'running', status: 'done', output: { amount: 1 }, error: null },
      claim,
    });
    const [next] = claimed;
    if (next === undefined) throw new Error('the step handed on no activity');
    run.activity = next.id;
    run.visit += 1;
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
