import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { atMost, type Bench, type Figure, plainFigure } from './bench.ts';
import { makeManyPatches, patches } from './many-patches.ts';
import { median } from './median.ts';
import { type Iterations, loopedMs, scriptedMs } from './one-run.ts';
import { withStack } from './stack.ts';

/** Round trips that end on disk in one iteration, which a faster loop could not avoid. */
const commitsPerIteration = 15;

/** A runner lives for days, and its compiler is at work on what it runs for the first two hundred iterations. */
const trivialRounds = 24;

const iterations: Iterations = { count: patches, commands: 'make; sh run-tests.sh' };

export const loop: Bench = {
  does: `${patches} iterations with the agent patches, against a shell script that applies, makes and tests`,
  run: (say) =>
    withStack(async ({ pool, folder }) => [
      ...(await slowBuilds(pool, folder, say)),
      ...(await trivialBuilds(pool, folder, say)),
    ]),
};

type Say = (line: string) => void;

async function slowBuilds(pool: Pool, folder: string, say: Say): Promise<Figure[]> {
  const { looped, scripted } = await both(pool, join(folder, 'slow'), 0.9, 4);
  say(`builds of a second: ${looped.toFixed(0)} ms an iteration, the script ${scripted.toFixed(0)} ms`);
  return [
    plainFigure('an iteration with builds of a second', `${looped.toFixed(0)} ms`),
    plainFigure('the same in a shell script', `${scripted.toFixed(0)} ms`),
    atMost('loop against script', looped / scripted, 1.1, '×', 3),
  ];
}

async function trivialBuilds(pool: Pool, folder: string, say: Say): Promise<Figure[]> {
  const commit = await commitMs(pool);
  const repository = join(folder, 'trivial');
  const { looped, scripted } = await both(pool, repository, 0, trivialRounds);
  say(
    `trivial builds: ${looped.toFixed(0)} ms an iteration, the script ${scripted.toFixed(0)} ms, a commit ${commit.toFixed(2)} ms`,
  );
  const beyond = looped - commitsPerIteration * commit;
  return [
    plainFigure('a commit', `${commit.toFixed(2)} ms`),
    plainFigure('a new file', `${newFileMs(repository).toFixed(2)} ms`),
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
    looped.push(await loopedMs(pool, repository, iterations));
    scripted.push(await scriptedMs(repository, iterations));
  }
  return { looped: Math.min(...looped), scripted: Math.min(...scripted) };
}

/**
 * Median of one empty file that is made, of which git and the runner make a dozen in an iteration. Where thousands were removed in
 * the last minutes, by a test run for instance, ext4 takes up to a millisecond for each, and an iteration as much more.
 */
function newFileMs(folder: string): number {
  const times = Array.from({ length: 21 }, (_, at) => {
    const begun = performance.now();
    writeFileSync(join(folder, `new-${at}`), '');
    return performance.now() - begun;
  });
  return median(times);
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
  return median(times);
}
