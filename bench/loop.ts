import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { createOwnPostgres } from '#server/chaos/own-postgres.ts';
import { startRunnerProcess } from '#server/chaos/runner-process.ts';
import { openPool } from '#server/db/pool.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { launchRun } from '#server/launch/launch-run.ts';
import { eventually } from '#server/testing/eventually.ts';
import { atMost, type Bench, type Figure, plainFigure } from './bench.ts';
import { makeManyPatches, patches } from './many-patches.ts';

const run = promisify(execFile);

/** Round trips that end on disk in one iteration, which a faster loop could not avoid. */
const commitsPerIteration = 15;

export const loop: Bench = {
  does: `${patches} iterations with the agent patches, against a shell script that applies, makes and tests`,
  async run(say) {
    const postgres = await createOwnPostgres({ fsync: 'on', autovacuum: 'on' });
    const pool = openPool(postgres.databaseUrl, { max: 4, name: 'firmloop-bench' });
    const folder = await mkdtemp(join(tmpdir(), 'firmloop-bench-'));
    const runner = startRunnerProcess({
      databaseUrl: postgres.databaseUrl,
      home: await mkdtemp(join(folder, 'home-')),
    });
    await runner.ready;
    try {
      return [...(await slowBuilds(pool, folder, say)), ...(await trivialBuilds(pool, folder, say))];
    } finally {
      runner.signal('SIGTERM');
      await runner.ended;
      await pool.end();
      await postgres.remove();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type Say = (line: string) => void;

async function slowBuilds(pool: Pool, folder: string, say: Say): Promise<Figure[]> {
  const { looped, scripted } = await both(pool, join(folder, 'slow'), 0.9, 1);
  say(`builds of a second: ${looped.toFixed(0)} ms an iteration, the script ${scripted.toFixed(0)} ms`);
  return [
    plainFigure('an iteration with builds of a second', `${looped.toFixed(0)} ms`),
    plainFigure('the same in a shell script', `${scripted.toFixed(0)} ms`),
    atMost('loop against script', looped / scripted, 1.1, '×', 3),
  ];
}

async function trivialBuilds(pool: Pool, folder: string, say: Say): Promise<Figure[]> {
  const commit = await commitMs(pool);
  const { looped, scripted } = await both(pool, join(folder, 'trivial'), 0, 3);
  say(
    `trivial builds: ${looped.toFixed(0)} ms an iteration, the script ${scripted.toFixed(0)} ms, a commit ${commit.toFixed(2)} ms`,
  );
  const beyond = looped - commitsPerIteration * commit;
  return [
    plainFigure('a commit', `${commit.toFixed(2)} ms`),
    plainFigure('an iteration with trivial builds', `${looped.toFixed(0)} ms`),
    plainFigure('the same in a shell script', `${scripted.toFixed(0)} ms`),
    atMost(`an iteration beyond ${commitsPerIteration} commits`, beyond, 60, 'ms', 0),
  ];
}

/** Milliseconds an iteration in either way: the best of some rounds, taken by turns. */
async function both(pool: Pool, repository: string, buildSeconds: number, rounds: number) {
  await makeManyPatches(repository, buildSeconds);
  const looped: number[] = [];
  const scripted: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    looped.push(await loopedMs(pool, repository));
    scripted.push(await scriptedMs(repository));
  }
  return { looped: Math.min(...looped), scripted: Math.min(...scripted) };
}

/** From the first transition of the first iteration to the end of the run. */
async function loopedMs(pool: Pool, repository: string): Promise<number> {
  const request = { folder: repository, mode: 'ci', by: 'bench', door: 'cli' } as const;
  const { runId } = await launchRun(installedEngine(pool), request);
  const ended = async () =>
    (await pool.query('SELECT 1 FROM run WHERE id = $1 AND finished_at IS NOT NULL', [runId])).rowCount;
  await eventually('the run has ended', async () => (await ended()) === 1, 120_000);
  const { rows } = await pool.query<{ iterations: number; ms: number }>(
    `SELECT max(iteration) AS iterations,
       (extract(epoch FROM max(at) - min(at) FILTER (WHERE iteration = 1)) * 1000)::float8 AS ms
     FROM transition WHERE run_id = $1`,
    [runId],
  );
  const [{ iterations, ms } = { iterations: 0, ms: 0 }] = rows;
  if (iterations !== patches) throw new Error(`the run had ${iterations} iterations instead of ${patches}`);
  return ms / patches;
}

async function scriptedMs(repository: string): Promise<number> {
  const copy = `${repository}-script`;
  await rm(copy, { recursive: true, force: true });
  await run('git', ['clone', '--quiet', repository, copy]);
  await run('sh', ['-c', 'make; sh run-tests.sh; true'], { cwd: copy });
  const begun = performance.now();
  await run('sh', ['-c', 'for patch in patches/*.patch; do git apply "$patch"; make; sh run-tests.sh; done; true'], {
    cwd: copy,
  });
  return (performance.now() - begun) / patches;
}

/** Median of one row inserted and committed, as the runner's transactions are. */
async function commitMs(pool: Pool): Promise<number> {
  await pool.query('CREATE TABLE bench_commit (id bigserial PRIMARY KEY, said text NOT NULL)');
  const times: number[] = [];
  for (let count = 0; count < 200; count += 1) {
    const begun = performance.now();
    await pool.query({
      name: 'bench-commit',
      text: 'INSERT INTO bench_commit (said) VALUES ($1)',
      values: ['x'.repeat(500)],
    });
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[times.length / 2] ?? 0;
}
