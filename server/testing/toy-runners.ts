import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import type { ActivityContext, Begins } from '#server/activities/context.ts';
import { openPool } from '#server/db/pool.ts';
import { type Runner, startRunner } from '#server/runner/runner.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { eventually } from './eventually.ts';
import { createTestDatabase } from './test-database.ts';
import { toyEngine } from './toy-engine.ts';

/** What an activity of the toy machine does. */
export type Toil = (input: Json, context: ActivityContext) => Promise<Json>;

interface ToyRunner {
  readonly hostId: string;
  readonly idempotent?: boolean;
  readonly begins?: Begins;
  readonly endsAhead?: boolean;
  /** Another way to the same database. */
  readonly through?: Pool;
}

export interface ToyRunners {
  readonly pool: Pool;
  /** Starts a runner whose every activity is this toil. */
  runnerThat(toil: Toil, options: ToyRunner): Promise<Runner>;
  /** Resolves when the run is in that state. */
  isIn(run: string, state: string): Promise<void>;
  /** Resolves when an activity of the run has that status. */
  hasOne(run: string, status: string): Promise<void>;
}

/** Runners of toy runs in a database that is the test file's own; all have ended after its last test. */
export async function toyRunners(): Promise<ToyRunners> {
  const database = await createTestDatabase();
  const pool = openPool(database.databaseUrl, { max: 10, name: 'test' });
  const runners: Runner[] = [];
  afterAll(async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    await pool.end();
    await database.drop();
  });
  return {
    pool,
    async runnerThat(toil, { begins = 'confirmed', endsAhead = false, through = pool, ...options }) {
      const runner = await startRunner({
        databaseUrl: database.databaseUrl,
        engine: toyEngine(through, options),
        activity: () => ({ timeoutMs: 30_000, begins, endsAhead, run: toil }),
        hostId: options.hostId,
        home: '/tmp',
        slots: 2,
        sandbox: {},
        redact: (text) => text,
        log: pino({ level: 'silent' }),
        drainMs: 500,
      });
      runners.push(runner);
      return runner;
    },
    async isIn(run, state) {
      await eventually(`run ${run} is in ${state}`, async () => (await storedRun(pool, run)).state === state);
    },
    async hasOne(run, status) {
      await eventually(`an activity of run ${run} is ${status}`, async () => {
        const found = await pool.query('SELECT 1 FROM activity WHERE run_id = $1 AND status = $2', [run, status]);
        return found.rowCount === 1;
      });
    },
  };
}
