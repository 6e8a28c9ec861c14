import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPool } from '#server/db/pool.ts';
import type { Engine } from '#server/engine/engine.ts';
import { send } from '#server/engine/send.ts';
import { launchRun } from '#server/launch/launch-run.ts';
import { persistently } from '#server/runner/persistently.ts';
import { startToyRun } from '#server/testing/toy-engine.ts';
import { chaosEngine } from './chaos-engine.ts';
import { type KeptAlive, keepRunnerAlive } from './kept-alive.ts';
import { createOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { seededRandom } from './seeded-random.ts';
import { breachesOf } from './soundness.ts';
import { makeTinyFirmware } from './tiny-firmware.ts';

export interface KillPlan {
  readonly kills: number;
  readonly seed: number;
  readonly report?: (line: string) => void;
}

export interface KillReport {
  readonly kills: Readonly<Record<Victim, number>>;
  /** Outcomes of all runs with their counts. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Longest time from the death of a runner to the moment its work was handed on, milliseconds. */
  readonly slowestTakeOverMs: number;
  readonly lost: number;
  /** A sentence for each thing that should have held and did not. */
  readonly breaches: readonly string[];
}

const victims = ['runner', 'runner', 'postgres'] as const;
export type Victim = (typeof victims)[number];

/** Runs that are under way while something is killed. */
const underWay = 4;
const shortestPauseMs = 200;
const longestPauseMs = 2_200;
const endWithinMs = 120_000;
const takeOverWithinMs = 20_000;

interface Stage {
  readonly engine: Engine;
  readonly postgres: OwnPostgres;
  readonly runner: KeptAlive;
  readonly firmware: string;
}

/** Kills the runner or Postgres again and again at random moments while runs are under way, lets the runs end, and looks for what broke. */
export async function randomKills({ kills, seed, report = () => undefined }: KillPlan): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'firmloop-chaos-'));
  const firmware = join(folder, 'firmware');
  await makeTinyFirmware(firmware);
  const home = await mkdtemp(join(folder, 'home-'));
  const postgres = await createOwnPostgres();
  const pool = openPool(postgres.databaseUrl, { max: 4, name: 'firmloop-chaos' });
  const runner = keepRunnerAlive({ databaseUrl: postgres.databaseUrl, home });
  const stage: Stage = { engine: chaosEngine(pool), postgres, runner, firmware };
  try {
    const { counts, deaths } = await killAround(stage, { kills, seed, report });
    const stuck = await stuckAfter(stage, endWithinMs);
    const takeOvers = await takeOversOf(stage, deaths);
    await runner.stop();
    const slowest = Math.max(0, ...takeOvers);
    return {
      kills: counts,
      outcomes: await outcomesOf(stage),
      slowestTakeOverMs: slowest,
      lost: takeOvers.length,
      breaches: [
        ...stuck,
        ...(slowest > takeOverWithinMs ? [`a take-over took ${slowest} ms`] : []),
        ...(await breachesOf(stage.engine, home)),
      ],
    };
  } finally {
    await runner.stop();
    await pool.end();
    await postgres.remove();
    if (process.env.FIRMLOOP_KEEP_CHAOS === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Kills by the seed. Gives how often each victim died, and when which runner did. */
async function killAround(stage: Stage, { kills, seed, report }: Required<KillPlan>) {
  const random = seededRandom(seed);
  const counts: Record<Victim, number> = { runner: 0, postgres: 0 };
  const deaths = new Map<number, number>();
  for (let done = 0; done < kills; ) {
    await keepRunsUnderWay(stage);
    await wait(shortestPauseMs + random() * (longestPauseMs - shortestPauseMs));
    const victim = victims[Math.floor(random() * victims.length)] ?? 'runner';
    if (victim === 'postgres') {
      await stage.postgres.kill();
      await stage.postgres.start();
    } else {
      const killed = stage.runner.kill();
      if (killed === null) continue;
      deaths.set(killed.pid, Date.now());
    }
    done += 1;
    counts[victim] += 1;
    report(`kill ${done} of ${kills}: ${victim}`);
  }
  return { counts, deaths };
}

/** Three runs on firmware, and one of the toy machine, whose answer is sent before it can be taken. */
async function keepRunsUnderWay({ engine, firmware }: Stage): Promise<void> {
  const { rows } = await persistently(() =>
    engine.pool.query<{ machine: string; count: number }>(
      `SELECT machine, count(*)::int AS count FROM run WHERE status <> 'finished' GROUP BY machine`,
    ),
  );
  const now = new Map(rows.map(({ machine, count }) => [machine, count]));
  for (let count = now.get('firmware-loop') ?? 0; count < underWay - 1; count += 1)
    await persistently(() => launchRun(engine, { folder: firmware, mode: 'ci', by: 'chaos', door: 'cli' }));
  if (now.get('toy') !== undefined) return;
  const run = await persistently(() => startToyRun(engine, { goal: 12 }));
  const answer = { type: 'ANSWER', payload: { text: 'yes' }, key: randomUUID(), actor: 'chaos' };
  await persistently(() => send(engine, run, answer));
}

/** Waits for the end of every run; a sentence for each that has not come to it. */
async function stuckAfter({ engine }: Stage, withinMs: number): Promise<string[]> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { rows } = await persistently(() =>
      engine.pool.query<{ number: number; state: string; status: string }>(
        `SELECT number, state, status FROM run WHERE status <> 'finished'`,
      ),
    );
    if (rows.length === 0) return [];
    if (performance.now() > deadline)
      return rows.map(({ number, state, status }) => `run ${number} stands still in ${state} (${status})`);
    await wait(100);
  }
}

/** Milliseconds from the death of a runner to the moment at which each of its activities was handed on. */
async function takeOversOf({ engine }: Stage, deaths: ReadonlyMap<number, number>): Promise<number[]> {
  const { rows } = await engine.pool.query<{ pid: number; at: number }>(
    `SELECT n.pid, (extract(epoch FROM a.finished_at) * 1000)::float8 AS at
     FROM activity a JOIN runner n ON n.id = a.runner_id WHERE a.status = 'lost'`,
  );
  return rows.flatMap(({ pid, at }) => {
    const diedAt = deaths.get(pid);
    return diedAt === undefined ? [] : [Math.round(at - diedAt)];
  });
}

async function outcomesOf({ engine }: Stage): Promise<Record<string, number>> {
  const { rows } = await engine.pool.query<{ outcome: string; count: number }>(
    `SELECT machine || ' ' || outcome AS outcome, count(*)::int AS count FROM run WHERE outcome IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}
