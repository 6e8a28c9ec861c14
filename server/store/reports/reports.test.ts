import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { amount, type ReportRow } from '#lib/report/report.ts';
import type { ReportId } from '#lib/report/reports.ts';
import { weekOf } from '#lib/report/span.ts';
import { testPool } from '#server/testing/test-pool.ts';
import type { Asked, RowKey } from './asked.ts';
import { reportQueries } from './queries.ts';
import { refreshReports } from './refresh.ts';
import { type Outcome, type Planted, type PlantedRun, plantBuilds, plantProject, plantRun } from './testing/plant.ts';
import { testNamed } from './tests.ts';
import { setReportZone } from './zone.ts';

const zone = 'Europe/Berlin';
/** Around the nights in which the clocks of the zone are changed: a day of 23 hours and one of 25. */
const nights = [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25)];
const hourMs = 3_600_000;

const pool = await testPool();

beforeAll(async () => {
  await setReportZone(pool, zone, 'tester');
});

const moment = fc
  .record({
    night: fc.constantFrom(...nights),
    hours: fc.integer({ min: -40, max: 40 }),
    ms: fc.integer({ min: 0, max: hourMs - 1 }),
  })
  .map(({ night, hours, ms }) => new Date(night + hours * hourMs + ms));
const outcome = fc.constantFrom<Outcome>('passed', 'flaky', 'failed', 'error', 'skipped', 'not_run', 'infra');
const build: fc.Arbitrary<Planted> = fc.record({
  at: moment,
  branch: fc.constantFrom('main', 'fix'),
  environment: fc.constantFrom('', 'qemu'),
  outcomes: fc.array(outcome, { maxLength: 5 }),
  ms: fc.integer({ min: 0, max: 1_000 }),
});
const run: fc.Arbitrary<PlantedRun> = fc.record({
  at: moment,
  ms: fc.integer({ min: 0, max: 10 * hourMs }),
  branch: fc.constantFrom('main', 'fix'),
  outcome: fc.constantFrom('SUCCESS', 'FAILURE', 'SUCCESS_WITH_WARNING'),
  iterations: fc.integer({ min: 0, max: 4 }),
});

/** The day of a moment by another clock than the database's. */
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
const dayOf = ({ at }: { readonly at: Date }) => dayFormat.format(at);

test('sums of reports equal sums of rows by day and by week, before and after they are rolled up', async () => {
  const history = fc.record({
    builds: fc.array(build, { maxLength: 12 }),
    later: fc.array(build, { maxLength: 4 }),
    runs: fc.array(run, { maxLength: 8 }),
    by: fc.constantFrom<Asked['by']>('day', 'week'),
    branch: fc.constantFrom(undefined, 'main'),
  });
  await fc.assert(
    fc.asyncProperty(history, async ({ builds, later, runs, by, branch }) => {
      const project = await plantProject(pool, 5);
      const asked = askedOf({ project: project.id, by, branch });
      await plantBuilds(pool, project, builds);
      for (const one of runs) await plantRun(pool, project.id, one);
      const check = async (all: readonly Planted[]) => {
        const chosen = all.filter((one) => branch === undefined || one.branch === branch);
        const ended = runs.filter((one) => branch === undefined || one.branch === branch);
        const period = (one: { readonly at: Date }) => (by === 'week' ? weekOf(dayOf(one)) : dayOf(one));
        expect(await passRate(asked)).toEqual(naivePassRate(chosen, period));
        expect(await counted('outcomes', asked, ['period', 'outcome'], 'runs')).toEqual(
          tally(ended, (one) => `${period(one)} ${one.outcome}`),
        );
        const converged = ended.filter((one) => one.outcome.startsWith('SUCCESS'));
        expect(await counted('iterations', asked, ['iterations'], 'runs')).toEqual(
          tally(converged, (one) => String(one.iterations)),
        );
        expect(sumOf(await sums('slow-tests', asked), 'ms')).toBe(
          chosen.reduce((sum, one) => sum + one.ms * one.outcomes.filter(isExecuted).length, 0),
        );
        expect(sumOf(await sums('flaky-trend', asked), 'retried')).toBe(
          chosen.flatMap(({ outcomes }) => outcomes).filter((one) => one === 'flaky').length,
        );
        await behindAddsUp('pass-rate', asked, {});
        await behindAddsUp('outcomes', asked, {});
        await behindAddsUp('iterations', asked, {});
        await behindAddsUp('flaky-trend', asked, {});
        const [slowest] = await sums('slow-tests', asked);
        expect(await msBehind(asked, slowest)).toBe(slowest === undefined ? 0 : amount(slowest, 'ms'));
      };
      await check(builds);
      await refreshReports(pool, 2);
      await check(builds);
      await untilRefreshed();
      await check(builds);
      await plantBuilds(pool, project, later);
      await check([...builds, ...later]);
    }),
    { numRuns: 12 },
  );
});

test('a change of the zone puts every moment on its day there', async () => {
  const project = await plantProject(pool, 1);
  const at = new Date('2026-10-24T22:30:00Z');
  await plantBuilds(pool, project, [{ at, branch: 'main', environment: '', outcomes: ['passed'], ms: 1 }]);
  const periods = async () => (await sums('pass-rate', askedOf({ project: project.id }))).map(({ period }) => period);
  expect(await periods()).toEqual(['2026-10-25']);
  await untilRefreshed();
  await setReportZone(pool, 'America/Sao_Paulo', 'tester');
  expect(await periods()).toEqual(['2026-10-24']);
  await untilRefreshed();
  expect(await periods()).toEqual(['2026-10-24']);
  await setReportZone(pool, zone, 'tester');
  await expect(setReportZone(pool, 'Mars/Olympus', 'tester')).rejects.toThrow('There is no time zone Mars/Olympus.');
});

test('nobody sees numbers of a project out of reach', async () => {
  const project = await plantProject(pool, 1);
  const at = new Date('2026-10-25T12:00:00Z');
  await plantBuilds(pool, project, [{ at, branch: 'main', environment: '', outcomes: ['failed'], ms: 1 }]);
  const elsewhere = { ...askedOf({ project: project.id }), reach: { projects: [], sites: [] } };
  for (const id of Object.keys(reportQueries) as ReportId[]) {
    expect(await sums(id, elsewhere)).toEqual([]);
    expect(await reportQueries[id].behind(pool, elsewhere, { limit: 10, offset: 0 }, {})).toEqual([]);
  }
});

test('a test is called by its name to those who see its project, and to nobody else', async () => {
  const { id, tests } = await plantProject(pool, 1);
  const [one = ''] = tests;
  expect(await testNamed(pool, null, one)).toBe('test_1');
  expect(await testNamed(pool, [id], one)).toBe('test_1');
  expect(await testNamed(pool, [], one)).toBeNull();
});

function askedOf(more: Partial<Asked>): Asked {
  return { span: { from: '2026-03-01', to: '2026-11-01' }, by: 'day', reach: { projects: null, sites: null }, ...more };
}

async function sums(id: ReportId, asked: Asked): Promise<ReportRow[]> {
  return await reportQueries[id].sums(pool, asked);
}

async function untilRefreshed(): Promise<void> {
  while ((await refreshReports(pool, 50)) > 0);
}

async function behindAddsUp(id: ReportId, asked: Asked, key: RowKey): Promise<void> {
  const [rows, behind] = await Promise.all([
    sums(id, asked),
    reportQueries[id].behind(pool, asked, { limit: 1_000, offset: 0 }, key),
  ]);
  for (const column of Object.keys(behind[0]?.amounts ?? {})) {
    expect([column, behind.reduce((sum, row) => sum + (row.amounts[column] ?? 0), 0)]).toEqual([
      column,
      sumOf(rows, column),
    ]);
  }
}

/** The time of the executions behind a test's row. */
async function msBehind(asked: Asked, row: ReportRow | undefined): Promise<number> {
  if (row === undefined) return 0;
  const all = { limit: 1_000, offset: 0 };
  const behind = await reportQueries['slow-tests'].behind(pool, asked, all, { testId: String(row.testId) });
  return behind.reduce((sum, { amounts }) => sum + (amounts.ms ?? 0), 0);
}

async function passRate(asked: Asked): Promise<Record<string, number[]>> {
  const rows = await sums('pass-rate', asked);
  return Object.fromEntries(
    rows.map((row) => [row.period, ['measurements', 'executed', 'passed', 'flaky'].map((key) => amount(row, key))]),
  );
}

function naivePassRate(builds: readonly Planted[], period: (one: Planted) => string): Record<string, number[]> {
  return Object.fromEntries(
    [...Map.groupBy(builds, period)].map(([day, all]) => {
      const outcomes = all.flatMap((one) => one.outcomes);
      const flaky = outcomes.filter((one) => one === 'flaky').length;
      const passed = flaky + outcomes.filter((one) => one === 'passed').length;
      return [day, [all.length, outcomes.filter(isExecuted).length, passed, flaky]];
    }),
  );
}

async function counted(
  id: ReportId,
  asked: Asked,
  keys: readonly string[],
  of: string,
): Promise<Record<string, number>> {
  const rows = await sums(id, asked);
  return Object.fromEntries(rows.map((row) => [keys.map((key) => row[key]).join(' '), amount(row, of)]));
}

function tally<T>(all: readonly T[], name: (one: T) => string): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(all, name)].map(([key, group]) => [key, group.length]));
}

function isExecuted(one: Outcome): boolean {
  return one === 'passed' || one === 'flaky' || one === 'failed' || one === 'error';
}

function sumOf(rows: readonly ReportRow[], column: string): number {
  return rows.reduce((sum, row) => sum + amount(row, column), 0);
}
