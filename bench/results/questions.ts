import type { Pool } from 'pg';
import { callerOf } from '#server/api/app-router.ts';
import type { Services } from '#server/api/services.ts';
import type { Person } from '#server/auth/person.ts';
import { testResults } from '#server/store/history/test-results.ts';
import { processorTime } from './processor-time.ts';

/** Somebody who sees everything. */
const reader: Person = {
  id: 'bench',
  actor: 'bench',
  grants: [{ role: 'viewer', project: null, site: null }],
  only: null,
  sessionId: null,
  door: 'web',
};

/** How long the server took. */
export interface Times {
  /** By the clock, milliseconds, sorted. */
  readonly clock: readonly number[];
  /** Of the processor on average, milliseconds: what the clock would say on a machine that does nothing else. */
  readonly processor: number;
}

export const historyQuestion = 'the history of a test';

/** Asks what pages ask, as often as said, and of changing projects and tests; a first round warms up. */
export async function askAll(services: Services, rounds: number): Promise<ReadonlyMap<string, Times>> {
  const { results } = callerOf({ services, person: reader });
  const { pool } = services;
  const projects = (await results.places()).map(({ id }) => id);
  const tests = await someTests(pool);
  const imports = await someImports(pool);
  const of = <T>(all: readonly T[], round: number): T => {
    const one = all[(round * 7) % all.length];
    if (one === undefined) throw new Error('there is nothing to ask about');
    return one;
  };
  const questions: Readonly<Record<string, (round: number) => Promise<unknown>>> = {
    [historyQuestion]: (round) => testResults(pool, [of(tests, round)], { limit: 200 }),
    'page Results': () => results.overview({}),
    'page of an import': (round) => results.page({ import: of(imports, round).number }),
    'its gates': (round) =>
      results.gate({ projectId: of(imports, round).projectId, subject: `import:${of(imports, round).number}` }),
    'page Tests, failing': (round) => results.tests({ projectId: of(projects, round), view: 'failing' }),
    'page Tests, flaky': (round) => results.tests({ projectId: of(projects, round), view: 'flaky', branch: 'main' }),
    'page Tests, all, searched': (round) =>
      results.tests({ projectId: of(projects, round), view: 'all', text: `case_${round}` }),
    'page Tests, by message': (round) => results.clusters({ projectId: of(projects, round) }),
    'page of a test': (round) => results.test({ testId: of(tests, round) }),
    'page Compare': (round) =>
      results.compare({ projectId: of(projects, round), before: 'release', after: 'branch:main' }),
  };
  const times = new Map<string, Times>();
  for (const [name, ask] of Object.entries(questions)) times.set(name, await timed(pool, ask, rounds));
  return times;
}

async function timed(pool: Pool, ask: (round: number) => Promise<unknown>, rounds: number): Promise<Times> {
  for (let round = 0; round < warmUps; round += 1) await ask(round);
  const clock: number[] = [];
  const before = await processorTime(pool);
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    await ask(round);
    clock.push(performance.now() - begin);
  }
  const processor = ((await processorTime(pool)) - before) / rounds;
  return { clock: clock.sort((one, other) => one - other), processor };
}

const warmUps = 3;

/** The value that such a share of them does not exceed: 0.95 is p95, 0.5 the median. */
export function quantile({ clock }: Times, share: number): number {
  return clock[Math.min(Math.floor(clock.length * share), clock.length - 1)] ?? Number.NaN;
}

async function someTests(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM test_identity ORDER BY md5(key || project_id) LIMIT 300',
  );
  return rows.map(({ id }) => id);
}

async function someImports(pool: Pool): Promise<{ number: number; projectId: string }[]> {
  const { rows } = await pool.query<{ number: number; projectId: string }>(
    'SELECT number, project_id AS "projectId" FROM result_import ORDER BY number DESC LIMIT 100',
  );
  return rows;
}
