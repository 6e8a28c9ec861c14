import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { buildFactsSchema } from '#lib/results/build-facts.ts';
import { failureSignature } from '#lib/results/signature.ts';
import { importOfBuild } from '#server/store/imports/import-of-build.ts';
import { projectForResults } from '#server/store/project-named.ts';
import { insertResultSet, type StoredResult } from '#server/store/results.ts';

/**
 * What the generated history assumes of a firmware team: two projects of a thousand tests each, measured as a whole each
 * time; of five measurements two are builds of `main` in one of two environments and on one of six boards, and three are
 * iterations of a run of six. One test in a hundred is broken for thirty measurements in a row, one in two hundred fails at
 * random every fifth time, one in three hundred fails on one board only, half a percent passes on a retry. A failure says one
 * of forty things, with numbers that differ. A test takes 5 to 500 ms. The raw name is the name. One measurement an hour.
 */
export const assumed = {
  projects: 2,
  tests: 1_000,
  iterations: 6,
  messages: 40,
  environments: ['qemu', 'hil'],
  boards: ['nucleo-1', 'nucleo-2', 'nucleo-3', 'disco-1', 'disco-2', 'disco-3'],
} as const;

export interface MadeProject {
  readonly id: string;
  readonly name: string;
}

export async function makeProjects(pool: Pool): Promise<MadeProject[]> {
  return await Promise.all(
    Array.from({ length: assumed.projects }, (_, n) => projectForResults(pool, `firmware-${n + 1}`)),
  );
}

/** Stores the measurement of this number; gives how many results it has. */
export async function measure(pool: Pool, projects: readonly MadeProject[], number: number): Promise<number> {
  const project = projects[number % projects.length];
  if (project === undefined) throw new Error('there is no project');
  const own = Math.floor(number / projects.length);
  const board = assumed.boards[own % assumed.boards.length] ?? 'nucleo-1';
  const results = resultsOf(own, board);
  const counts = countsOf(results);
  const shared = {
    id: randomUUID(),
    projectId: project.id,
    format: 'junit',
    complete: true,
    counts,
    findings: [],
    results,
  };
  if (own % 5 < 2) {
    const facts = buildFactsSchema.parse({
      branch: 'main',
      build: String(own),
      environment: assumed.environments[own % 2],
      board,
      release: own % 250 === 0 ? `v${own / 250}` : null,
      measuredAt: timeOf(own),
    });
    const { id: importId } = await importOfBuild(pool, { projectId: project.id, facts, by: 'bench' });
    await insertResultSet(pool, { ...shared, importId, sourceKey: `bench ${number}` });
  } else {
    const { runId, iteration } = await iterationOf(pool, project, own);
    await insertResultSet(pool, { ...shared, runId, iteration, activityId: randomUUID() });
  }
  return results.length;
}

/** The newest measurement was made a minute ago, at an hour's distance each. */
const newest = 1_000_000;
function timeOf(own: number): string {
  return new Date(Date.UTC(2026, 0, 1) - (newest - own) * 3_600_000).toISOString();
}

function resultsOf(own: number, board: string): StoredResult[] {
  return Array.from({ length: assumed.tests }, (_, at) => attemptsOf(own, at, board)).flat();
}

function attemptsOf(own: number, at: number, board: string): StoredResult[] {
  const suite = `suite_${Math.floor(at / 25)}`;
  const name = `handles_case_${at}`;
  const one = (attempt: number, status: string): StoredResult => {
    const message =
      status === 'passed'
        ? null
        : `expected ${own}, got ${at} at 0x${(own * 4096).toString(16)} in handler ${words[at % assumed.messages]}`;
    return {
      ...{ key: `${suite}::${name}`, suite, name, rawName: name, attempt, status, message },
      ...{ signature: message === null ? null : failureSignature(message), durationMs: 5 + (hash(own, at) % 495) },
      ...{ file: `test/${suite}.c`, line: at },
    };
  };
  if (hash(own, at + 7) % 200 === 0) return [one(1, 'failed'), one(2, 'passed')];
  return [one(1, fails(own, at, board) ? 'failed' : 'passed')];
}

function fails(own: number, at: number, board: string): boolean {
  if (hash(Math.floor(own / 30), at) % 100 === 0) return true;
  if (at % 200 === 3) return hash(own, at + 13) % 5 === 0;
  return at % 300 === 5 && board === 'nucleo-3';
}

const words = Array.from({ length: assumed.messages }, (_, n) =>
  String.fromCharCode(97 + (n % 26)).repeat(3 + Math.floor(n / 26)),
);

/** A number that looks random and is the same every time. */
function hash(one: number, other: number): number {
  let mixed = Math.imul(one + 1, 0x9e3779b1) ^ Math.imul(other + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

function countsOf(results: readonly StoredResult[]) {
  const last = new Map(results.map(({ key, status }) => [key, status]));
  const failed = [...last.values()].filter((status) => status === 'failed').length;
  const flaky = results.length - last.size;
  return { total: last.size, passed: last.size - failed, failed, errors: 0, skipped: 0, notRun: 0, infra: 0, flaky };
}

async function iterationOf(
  pool: Pool,
  { id }: MadeProject,
  own: number,
): Promise<{ runId: string; iteration: number }> {
  // Of five measurements the last three are iterations, so six of them come in ten.
  const ordinal = Math.floor(own / 5) * 3 + ((own % 5) - 2);
  const title = `bench ${Math.floor(ordinal / assumed.iterations)}`;
  const { rows } = await pool.query<{ id: string }>(
    `WITH made AS (INSERT INTO run (id, project_id, machine, machine_version, title, input, snapshot, state, status, outcome, exit_code, finished_at, created_by)
       SELECT gen_random_uuid(), $1, 'firmware-loop', 1, $2, '{"ref": "main", "environment": "qemu"}', '{}', 'SUCCESS', 'finished', 'SUCCESS', 0, now(), 'bench'
       WHERE $3 RETURNING id)
     SELECT id FROM made UNION ALL SELECT id FROM run WHERE project_id = $1 AND title = $2 LIMIT 1`,
    [id, title, ordinal % assumed.iterations === 0],
  );
  return { runId: rows[0]?.id ?? '', iteration: ordinal % assumed.iterations };
}
