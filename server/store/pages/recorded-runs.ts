import type { Pool } from 'pg';
import { z } from 'zod';
import { executionModes } from '#lib/convergence/plateau.ts';
import type { RecordedRun } from '#lib/lab/recorded-run.ts';

export interface RecordedRow extends RecordedRun {
  readonly number: number;
  readonly project: string;
  readonly title: string;
  /** The state it ended in, or is in. */
  readonly state: string;
  readonly machine: string;
  /** Iterations beyond those that are given. */
  readonly isCut: boolean;
}

export interface RecordedFilter {
  readonly projectId?: string | undefined;
  readonly run?: number | undefined;
  /** Projects that the reader may see; null for all. */
  readonly projectIds: readonly string[] | null;
  readonly limit: number;
}

/** Longer records are cut off: judging one looks back over all of it after each iteration. */
const mostIterations = 200;

const count = z.int().min(0);
const iteration = z.object({
  iteration: count,
  intent: z.string(),
  goal: z.object({ passed: count, failed: count, errors: count }).nullable(),
  rolledBackTo: count.nullable(),
  regressions: count,
  confidence: z.number().nullable(),
  failedGates: z.array(z.object({ gate: z.string(), reason: z.string() })),
  verdict: z.enum(['SUCCESS', 'CONVERGED_WITH_IMPROVEMENT', 'PLATEAUED', 'FAILURE', 'TIMEOUT']).nullable(),
  circling: z.string().nullable(),
  testMs: z.number(),
  buildMs: z.number(),
  boardMinutes: z.number(),
});
const row = z.object({
  number: count,
  project: z.string(),
  title: z.string(),
  state: z.string(),
  machine: z.string(),
  outcome: z.string().nullable(),
  mode: z.enum(executionModes).catch('interactive'),
  isCut: z.boolean(),
  iterations: z.array(iteration),
});

/** What runs of the firmware loop wrote down of their iterations, newest run first. Runs that go on are told as far as they are. */
export async function recordedRuns(
  pool: Pool,
  { projectId, run, projectIds, limit }: RecordedFilter,
): Promise<RecordedRow[]> {
  const { rows } = await pool.query(
    `SELECT run.number, project.name AS project, run.title, run.state, run.machine, run.outcome,
       coalesce(run.snapshot #>> '{context,settings,mode}', run.input->>'mode') AS mode, run.iteration > ${mostIterations} AS "isCut",
       (SELECT coalesce(jsonb_agg(${iterationObject} ORDER BY r.key::int), '[]') FROM record r
        WHERE r.run_id = run.id AND r.kind = 'iteration' AND r.key::int <= ${mostIterations}) AS iterations
     FROM run JOIN project ON project.id = run.project_id
     WHERE run.machine = 'firmware-loop' AND ($1::uuid IS NULL OR run.project_id = $1) AND ($2::int IS NULL OR run.number = $2)
       AND ($3::uuid[] IS NULL OR run.project_id = ANY($3)) AND ($2::int IS NOT NULL OR run.outcome IS NOT NULL)
     ORDER BY run.number DESC LIMIT $4`,
    [projectId ?? null, run ?? null, projectIds, limit],
  );
  return z.array(row).parse(rows);
}

/** A loop that went in circles has plateaued although no rule of its criteria held. */
const circling = `CASE WHEN r.data->'judgement'->>'verdict' = 'PLATEAUED'
  AND NOT jsonb_path_exists(r.data->'judgement', '$.checklist[*] ? (@.rule starts with "PLATEAUED" && @.held == true)')
  THEN r.data->'judgement'->>'reason' END`;

const iterationObject = `jsonb_build_object(
  'iteration', r.key::int, 'intent', coalesce(r.data->>'intent', ''),
  'goal', CASE WHEN r.data->'goal'->>'passed' IS NOT NULL THEN r.data->'goal' END,
  'rolledBackTo', (r.data->'rolled_back_to'->>'iteration')::int, 'regressions', coalesce((r.data->>'regressions')::int, 0),
  'confidence', (r.data->'decision'->>'confidence')::float8,
  'failedGates', coalesce(nullif(r.data->'judgement'->'failed_gates', 'null'), '[]'),
  'verdict', r.data->'judgement'->>'verdict', 'circling', ${circling},
  'testMs', coalesce((r.data->'tests'->>'duration_ms')::float8, 0), 'buildMs', coalesce((r.data->'build'->>'durationMs')::float8, 0),
  'boardMinutes', coalesce((r.data->'tests'->>'board_minutes')::float8, 0))`;
