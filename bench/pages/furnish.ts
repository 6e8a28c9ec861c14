import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { parseWants } from '#lib/reservation/parse-wants.ts';
import { reserve, type Wish } from '#server/boards/reservations/reserve.ts';
import type { Engine } from '#server/engine/engine.ts';
import { refreshReports } from '#server/store/reports/refresh.ts';
import { plantHistory } from '../reports/plant-history.ts';
import { makeProjects, measure } from '../results/history.ts';
import { createBigRuns } from './big-run.ts';

/** What pages are looked at for, by what stands in their addresses. */
export interface Furnished {
  readonly project: string;
  readonly largeRun: number;
  readonly waitingRun: number;
  readonly test: string;
  readonly board: string;
}

const boards = 60;
const builds = 100;
const hour = 3_600_000;

/** Gives a stack what every page is worth looking at for: large runs, a review, two months of runs, results of builds, boards. */
export async function furnish(engine: Engine, databaseUrl: string): Promise<Furnished> {
  const { pool } = engine;
  const project = await projectNamed(pool, 'big');
  const { large, waiting } = await createBigRuns(engine, project);
  await plantHistory(databaseUrl, { projects: 4, days: 60, endsDaysAgo: 0, runs: 400, tests: 50 });
  const made = await makeProjects(pool);
  for (let build = 0; build < builds; build += 1) await measure(pool, made, build);
  while ((await refreshReports(pool, 100)) > 0);
  return {
    project,
    largeRun: large,
    waitingRun: waiting,
    test: await idOf(
      pool,
      `SELECT test_id AS id FROM test_result JOIN test_identity t ON t.id = test_id
      JOIN project p ON p.id = t.project_id WHERE p.name = 'firmware-1' AND status = 'failed' LIMIT 1`,
    ),
    board: await furnishBoards(pool),
  };
}

/** Some boards are held and booked for later, a few of them by the reader; gives the id of one of those. */
async function furnishBoards(pool: Pool): Promise<string> {
  await pool.query(`INSERT INTO site (name) VALUES ('berlin')`);
  await pool.query(`INSERT INTO board_type (name) SELECT 'type-' || n FROM generate_series(0, 9) n`);
  await pool.query(
    `INSERT INTO board (name, site, type, tags, changed_by)
     SELECT 'board-' || n, 'berlin', 'type-' || n % 10, ARRAY['rack=' || n % 40], 'bench' FROM generate_series(1, $1) n`,
    [boards],
  );
  for (let n = 1; n <= boards; n += 2) {
    const holder = n < 4 ? 'owner' : `person-${n % 7}`;
    await reserve(pool, wish(`board-${n}`, holder, null));
    await reserve(pool, wish(`board-${n}`, holder, Date.now() + (3 + (n % 9)) * hour));
  }
  return await idOf(pool, `SELECT id FROM board WHERE name = 'board-1'`);
}

function wish(board: string, holder: string, from: number | null): Wish {
  return {
    ...{ holder, askedBy: holder, runId: null, purpose: 'soak test', wants: parseWants(board), from },
    ...{ sites: null, hosts: null, prefer: [], avoid: [], priority: 10, minutes: 120, yields: false, seriesId: null },
    ...{ wait: false, longest: null },
  };
}

/** A project of that name, made here. */
export async function projectNamed(pool: Pool, name: string): Promise<string> {
  const id = randomUUID();
  await pool.query('INSERT INTO project (id, name, repository) VALUES ($1, $2, $2)', [id, name]);
  return id;
}

async function idOf(pool: Pool, sql: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(sql);
  const [row] = rows;
  if (row === undefined) throw new Error(`nothing is found by ${sql}`);
  return row.id;
}
