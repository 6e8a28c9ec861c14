import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import type { TransitionFact } from '#lib/engine/step.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { type FinalReport, finalReport } from '#lib/report/final-report.ts';
import { runnableActivity } from '#server/activities/activities.ts';
import type { RunnableActivity } from '#server/activities/context.ts';
import { createRedaction } from '#server/artifacts/redaction.ts';
import { openPool } from '#server/db/pool.ts';
import type { Engine } from '#server/engine/engine.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { launch as launchAt } from '#server/launch/launch.ts';
import { sandboxStatus } from '#server/process/sandbox-status.ts';
import { type Runner, startRunner } from '#server/runner/runner.ts';
import { reportRows } from '#server/store/report-rows.ts';
import { storedTransitions } from '#server/store/stored-transitions.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { keepLearningKeys } from '#server/vault/learn-keys.ts';
import { vaultAt } from '#server/vault/vault.ts';

/** A run that has ended, as its user finds it. */
export interface Story {
  readonly runId: string;
  readonly outcome: string;
  readonly exitCode: number;
  readonly reason: string;
  readonly iterations: FinalReport['iterations'];
  readonly transitions: readonly TransitionFact[];
  readonly report: FinalReport;
  /** The trace as lines of `from -> to: reason`. */
  readonly trace: string;
}

export interface Stand {
  readonly pool: Pool;
  readonly engine: Engine;
  readonly databaseUrl: string;
  readonly home: string;
}

/** What a launch may choose beside its folder. */
export type Choices = Partial<Omit<LaunchChoices, 'folder'>>;

const quiet = pino({ level: 'silent' });
const endsWithinMs = 120_000;

export interface StandOptions {
  /** Values that the runner knows and never shows. */
  readonly secrets?: readonly string[];
  /** The activities of the runner. */
  readonly activity?: (name: string) => RunnableActivity | null;
}

/** A database and one runner for all tests of a file. */
export function standForFile({ secrets = [], activity = runnableActivity }: StandOptions = {}): () => Stand {
  let stand: Stand | undefined;
  let database: TestDatabase | undefined;
  let runner: Runner | undefined;
  let learning: Promise<void> | undefined;
  const leaving = new AbortController();

  beforeAll(async () => {
    database = await createTestDatabase();
    const { databaseUrl } = database;
    const pool = openPool(databaseUrl, { max: 12, name: 'scenarios' });
    const home = await mkdtemp(join(tmpdir(), 'firmloop-home-'));
    stand = { pool, engine: installedEngine(pool), databaseUrl, home };
    const redact = createRedaction(secrets);
    const vault = vaultAt(home, {});
    const { signal } = leaving;
    learning = keepLearningKeys(databaseUrl, { pool, vault, redact, signal, onTrouble: () => undefined });
    runner = await startRunner({
      databaseUrl,
      engine: stand.engine,
      activity,
      hostId: 'here',
      home,
      slots: 4,
      sandbox: { ...(await sandboxStatus()) },
      redact,
      log: quiet,
      drainMs: 500,
    });
  });

  afterAll(async () => {
    leaving.abort();
    await Promise.all([runner?.stop(), learning]);
    await stand?.pool.end();
    await database?.drop();
    if (stand !== undefined) await rm(stand.home, { recursive: true, force: true });
  });

  return () => {
    if (stand === undefined) throw new Error('the stand is not up yet');
    return stand;
  };
}

/** Launches as the command line does, for a pipeline unless the choices say otherwise. Gives the run's id. */
export async function launch({ engine, home }: Stand, folder: string, choices: Choices = {}): Promise<string> {
  return (await launchAt(engine, { mode: 'ci', ...choices, folder, home, by: 'tester', door: 'cli' })).runId;
}

/** Waits until the run stands in this state, such as `HUMAN_REVIEW`. */
export async function untilState({ pool }: Stand, runId: string, state: string): Promise<void> {
  await eventually(
    `run ${runId} is in ${state}`,
    async () =>
      (await pool.query('SELECT 1 FROM run WHERE id = $1 AND split_part(state, $2, 1) = $3', [runId, '.', state]))
        .rowCount === 1,
    endsWithinMs,
  );
}

/** Waits until a line of the trace says this. */
export async function untilTrace({ pool }: Stand, runId: string, says: RegExp): Promise<void> {
  await eventually(
    `the trace of ${runId} says ${says}`,
    async () => says.test(traceOf(await storedTransitions(pool, runId))),
    endsWithinMs,
  );
}

/** Waits for the end of a run and reads what its user would. */
export async function storyOf({ pool }: Stand, runId: string): Promise<Story> {
  const ended = await eventually(
    `run ${runId} ends`,
    async () => {
      const { rows } = await pool.query(
        'SELECT outcome, exit_code AS "exitCode" FROM run WHERE id = $1 AND outcome IS NOT NULL',
        [runId],
      );
      return rows[0] as { outcome: string; exitCode: number } | undefined;
    },
    endsWithinMs,
  );
  const transitions = await storedTransitions(pool, runId);
  const report = finalReport(await reportRows(pool, runId));
  const { reason, iterations } = report;
  return { ...ended, runId, reason, iterations, transitions, report, trace: traceOf(transitions) };
}

function traceOf(transitions: readonly TransitionFact[]): string {
  return transitions.map(({ from, to, reason }) => `${from} -> ${to}: ${reason}`).join('\n');
}

/** The whole story of one launch. */
export async function play(stand: Stand, folder: string, choices: Choices = {}): Promise<Story> {
  return await storyOf(stand, await launch(stand, folder, choices));
}

/** Everything that a run has printed, in order. */
export async function printed({ pool }: Stand, runId: string): Promise<string> {
  const { rows } = await pool.query('SELECT data FROM log_chunk WHERE run_id = $1 ORDER BY activity_id, n', [runId]);
  return Buffer.concat((rows as { data: Buffer }[]).map(({ data }) => data)).toString('utf8');
}

/** Plain git as the user of a repository has it. */
export function userGit(folder: string, ...args: string[]): string {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...person, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
