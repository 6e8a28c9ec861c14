import { setTimeout as wait } from 'node:timers/promises';
import { persistently } from '#server/db/persistently.ts';
import { type KeptAlive, keepRunnerAlive } from './kept-alive.ts';
import { createOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { seededRandom } from './seeded-random.ts';
import { breachesOf } from './soundness.ts';
import { createStage, type Stage } from './stage.ts';

export interface KillPlan {
  readonly kills: number;
  readonly seed: number;
  readonly report?: (line: string) => void;
}

export interface KillReport {
  readonly kills: Readonly<Record<Victim, number>>;
  /** Outcomes of all runs with their counts. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Activities that died with their runner. */
  readonly lost: number;
  /** Longest time from the death of a runner to the moment its work was handed on, or from the last kill in between, milliseconds. */
  readonly slowestTakeOverMs: number;
  /** A sentence for each thing that should have held and did not. */
  readonly breaches: readonly string[];
}

type Victim = 'runner' | 'postgres';

/** A process that was killed, and when, epoch milliseconds. Ids may come twice. */
interface Death {
  readonly pid: number;
  readonly at: number;
}

/** Ends a victim at once. Gives the id of the process, or null when there was none at that moment. */
type Kill = () => Promise<number | null>;

/** Runs on firmware that are under way while something is killed, beside one of the toy machine. */
const firmwareUnderWay = 3;
const toyRounds = 12;
const shortestPauseMs = 200;
const longestPauseMs = 3_500;
const endWithinMs = 120_000;
const takeOverWithinMs = 20_000;

/** Kills the runner or Postgres again and again at random moments while runs are under way, lets the runs end, and looks for what broke. */
export async function randomKills(plan: KillPlan): Promise<KillReport> {
  const postgres = await createOwnPostgres();
  const stage = await createStage(postgres.databaseUrl);
  const runner = keepRunnerAlive(stage);
  try {
    const { counts, deaths } = await killAround(stage, killers(runner, postgres), plan);
    const stuck = await stage.notEndedWithin(endWithinMs);
    await runner.stop();
    const takeOvers = await takeOversOf(stage, deaths);
    const slowest = Math.max(0, ...takeOvers);
    return {
      kills: counts,
      outcomes: await outcomesOf(stage),
      lost: takeOvers.length,
      slowestTakeOverMs: slowest,
      breaches: [
        ...stuck,
        ...(slowest > takeOverWithinMs ? [`a take-over took ${slowest} ms`] : []),
        ...(await breachesOf(stage.engine, stage.home)),
      ],
    };
  } finally {
    await runner.stop();
    await stage.close();
    await postgres.remove();
  }
}

function killers(runner: KeptAlive, postgres: OwnPostgres): Record<Victim, Kill> {
  return {
    runner: async () => runner.kill(),
    async postgres() {
      const pid = await postgres.kill();
      await postgres.start();
      return pid;
    },
  };
}

/** Kills by the seed. Gives how often each victim died, and when which process did. */
async function killAround(
  stage: Stage,
  kill: Readonly<Record<Victim, Kill>>,
  { kills, seed, report = () => undefined }: KillPlan,
): Promise<{ counts: Record<Victim, number>; deaths: readonly Death[] }> {
  const random = seededRandom(seed);
  const counts = { runner: 0, postgres: 0 };
  const deaths: Death[] = [];
  while (deaths.length < kills) {
    await keepRunsUnderWay(stage);
    await wait(shortestPauseMs + random() * (longestPauseMs - shortestPauseMs));
    const victim = random() < 0.6 ? 'runner' : 'postgres';
    const at = Date.now();
    const pid = await kill[victim]();
    if (pid === null) continue;
    deaths.push({ pid, at });
    counts[victim] += 1;
    report(`kill ${deaths.length} of ${kills}: ${victim}`);
  }
  return { counts, deaths };
}

async function keepRunsUnderWay(stage: Stage): Promise<void> {
  const { rows } = await persistently(() =>
    stage.engine.pool.query<{ machine: string; count: number }>(
      `SELECT machine, count(*)::int AS count FROM run WHERE status <> 'finished' GROUP BY machine`,
    ),
  );
  const now = new Map(rows.map(({ machine, count }) => [machine, count]));
  for (let count = now.get('firmware-loop') ?? 0; count < firmwareUnderWay; count += 1) await stage.launchFirmware();
  if (!now.has('toy')) await stage.startToy(toyRounds);
}

/**
 * For each activity that died with a killed runner: milliseconds that it took to be handed on. They count from the last
 * kill before that, since who should have taken over may have been killed as well.
 */
async function takeOversOf({ engine }: Stage, deaths: readonly Death[]): Promise<number[]> {
  const { rows } = await engine.pool.query<{ pid: number; at: number }>(
    `SELECT n.pid, (extract(epoch FROM a.finished_at) * 1000)::float8 AS at
     FROM activity a JOIN runner n ON n.id = a.runner_id WHERE a.status = 'lost'`,
  );
  return rows
    .filter((lost) => deaths.some(({ pid }) => pid === lost.pid))
    .map((lost) => Math.round(lost.at - Math.max(...deaths.map(({ at }) => at).filter((at) => at <= lost.at))));
}

async function outcomesOf({ engine }: Stage): Promise<Record<string, number>> {
  const { rows } = await engine.pool.query<{ outcome: string; count: number }>(
    `SELECT machine || ' ' || outcome AS outcome, count(*)::int AS count FROM run WHERE outcome IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}
