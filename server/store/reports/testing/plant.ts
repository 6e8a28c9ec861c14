import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** What a test came to. */
export type Outcome = 'passed' | 'flaky' | 'failed' | 'error' | 'skipped' | 'not_run' | 'infra';

/** A measurement as history has it. */
export interface Planted {
  readonly at: Date;
  readonly branch: string;
  readonly environment: string;
  /** One for each test, in the order of the project's tests. */
  readonly outcomes: readonly Outcome[];
  readonly ms: number;
}

/** Makes a project with so many tests. */
export async function plantProject(pool: Pool, tests: number): Promise<{ id: string; tests: readonly string[] }> {
  const id = randomUUID();
  await pool.query('INSERT INTO project (id, name, repository) VALUES ($1, $2, $2)', [id, `planted-${id}`]);
  const { rows } = await pool.query(
    `INSERT INTO test_identity (id, project_id, key, suite, name)
     SELECT gen_random_uuid(), $1, 'test_' || n, 's', 'test_' || n FROM generate_series(1, $2::int) n RETURNING id`,
    [id, tests],
  );
  return { id, tests: (rows as { id: string }[]).map((row) => row.id) };
}

/** Stores measurements of ordinary builds, one import each. */
export async function plantBuilds(
  pool: Pool,
  project: { readonly id: string; readonly tests: readonly string[] },
  builds: readonly Planted[],
): Promise<void> {
  for (const { at, branch, environment, outcomes, ms } of builds) {
    const id = randomUUID();
    const build = [id, project.id, branch, environment, at];
    await pool.query(
      `INSERT INTO result_import (id, project_id, key, branch, environment, measured_at, created_by) VALUES ($1, $2, $1::uuid::text, $3, $4, $5, 'tester')`,
      build,
    );
    await pool.query(
      `INSERT INTO result_set (id, project_id, import_id, source_key, format, complete, counts, findings, branch, environment, measured_at)
       VALUES ($1, $2, $1, $1::uuid::text, 'junit', true, '{}', '[]', $3, $4, $5)`,
      build,
    );
    await pool.query(
      `INSERT INTO test_result (result_set_id, test_id, attempt, status, outcome, measured_at, duration_ms)
       SELECT $1, r.test_id, 1, CASE WHEN r.outcome = 'flaky' THEN 'passed' ELSE r.outcome END, r.outcome, $2, $5
       FROM unnest($3::uuid[], $4::text[]) r(test_id, outcome)`,
      [id, at, project.tests.slice(0, outcomes.length), outcomes, ms],
    );
  }
}

/** A run that has ended. */
export interface PlantedRun {
  readonly at: Date;
  readonly ms: number;
  readonly branch: string;
  readonly outcome: string;
  readonly iterations: number;
}

/** Stores a run that has ended, with no history of its own; gives its id. */
export async function plantRun(pool: Pool, project: string, run: PlantedRun): Promise<string> {
  const id = randomUUID();
  const began = new Date(run.at.getTime() - run.ms);
  await pool.query(
    `INSERT INTO run (id, project_id, machine, machine_version, title, input, snapshot, state, status, iteration, outcome, exit_code, created_by,
       created_at, finished_at)
     VALUES ($1, $2, 'firmware-loop', 1, 'planted', jsonb_build_object('ref', $3::text), '{}', $4, 'finished', $5, $4, 0, 'tester', $6, $7)`,
    [id, project, run.branch, run.outcome, run.iterations, began, run.at],
  );
  return id;
}

/** Writes transitions of a run, each `from, to, reason`, ten seconds in each state, a transition for each event. */
export async function plantTrace(
  pool: Pool,
  runId: string,
  steps: readonly (readonly [from: string, to: string, reason: string, iteration?: number])[],
): Promise<void> {
  for (const [index, [from, to, reason, iteration = 1]] of steps.entries()) {
    await pool.query(
      `INSERT INTO transition (run_id, seq, event_seq, from_state, to_state, event_type, reason, evidence, iteration, actor, at, ms_in_from)
       VALUES ($1, $2, $2, $3, $4, 'tested', $5, '[]', $6, 'engine', now(), 10000)`,
      [runId, index + 1, from, to, reason, iteration],
    );
  }
}
