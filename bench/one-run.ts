import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { installedEngine } from '#server/engine/installed.ts';
import { launchRun } from '#server/launch/launch-run.ts';
import { eventually } from '#server/testing/eventually.ts';

const run = promisify(execFile);

/** One way of doing the iterations of a repository whose patches lie in `patches`. */
export interface Iterations {
  readonly count: number;
  /** What an iteration does after its patch is applied, as a line of a shell script. */
  readonly commands: string;
}

const longestRunMs = 1_800_000;
/** The run tells its own times, so that looking at it more often would only be in its way. */
const lookEveryMs = 250;

/** Milliseconds an iteration in a run: from the first transition of the first one to the end of the run. */
export async function loopedMs(pool: Pool, repository: string, iterations: Iterations): Promise<number> {
  const runId = await startRun(pool, repository);
  await untilEnded(pool, runId);
  return await msPerIteration(pool, runId, iterations);
}

/** Launches a run as the command line does and gives its id. */
export async function startRun(pool: Pool, repository: string): Promise<string> {
  const request = { folder: repository, mode: 'ci', by: 'bench', door: 'cli' } as const;
  return (await launchRun(installedEngine(pool), request)).runId;
}

/** Resolves when the second iteration has begun: what a runner loads when it first needs it is loaded by then. */
export async function untilWarm(pool: Pool, runId: string): Promise<void> {
  await untilFound(
    pool,
    'the second iteration has begun',
    'SELECT 1 FROM transition WHERE run_id = $1 AND iteration = 2 LIMIT 1',
    runId,
  );
}

export async function untilEnded(pool: Pool, runId: string): Promise<void> {
  await untilFound(pool, 'the run has ended', 'SELECT 1 FROM run WHERE id = $1 AND finished_at IS NOT NULL', runId);
}

async function untilFound(pool: Pool, what: string, query: string, runId: string): Promise<void> {
  await eventually(what, async () => (await pool.query(query, [runId])).rowCount === 1, longestRunMs, lookEveryMs);
}

export async function msPerIteration(pool: Pool, runId: string, { count }: Iterations): Promise<number> {
  const { rows } = await pool.query<{ iterations: number; ms: number }>(
    `SELECT max(iteration) AS iterations,
       (extract(epoch FROM max(at) - min(at) FILTER (WHERE iteration = 1)) * 1000)::float8 AS ms
     FROM transition WHERE run_id = $1`,
    [runId],
  );
  const [{ iterations, ms } = { iterations: 0, ms: 0 }] = rows;
  if (iterations !== count) throw new Error(`the run had ${iterations} iterations instead of ${count}`);
  return ms / count;
}

/**
 * Milliseconds an iteration in a shell script, which has built before as a run has measured its base. Its copy of the repository
 * stays until the bench ends: a file system that searches for new files among those that were just removed would slow down
 * whatever is measured next.
 */
export async function scriptedMs(repository: string, { count, commands }: Iterations): Promise<number> {
  const copy = await mkdtemp(`${repository}-script-`);
  await run('git', ['clone', '--quiet', repository, copy]);
  await run('sh', ['-c', `${commands}; true`], { cwd: copy });
  const begun = performance.now();
  await run('sh', ['-c', `for patch in patches/*.patch; do git apply "$patch"; ${commands}; done; true`], {
    cwd: copy,
  });
  return (performance.now() - begun) / count;
}
