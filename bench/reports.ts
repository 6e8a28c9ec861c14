import type { Pool } from 'pg';
import type { ReportFilter } from '#lib/report/filter.ts';
import { type ReportId, reportIds } from '#lib/report/reports.ts';
import { applyMigrations } from '#prisma/migrate.ts';
import { openPool } from '#server/db/pool.ts';
import { readBehind, readReport } from '#server/report/read-report.ts';
import { refreshReports } from '#server/store/reports/refresh.ts';
import { createTestServer } from '#server/testing/test-server.ts';
import { atMost, type Bench, type Figure, plainFigure } from './bench.ts';
import { meanIterations, plantHistory } from './reports/plant-history.ts';

/** `FIRMLOOP_BENCH_RESULTS=50000000` takes the measurement on a history of that size. */
const results = Number(process.env.FIRMLOOP_BENCH_RESULTS || 1_000_000);
const tests = 83;
const runs = Math.round(results / (meanIterations * tests));
const projects = Math.min(100, Math.max(4, Math.round(runs / 1_000)));
/** The history goes back so many days; its double goes back twice as far. */
const days = 365;
const asks = 30;

const everywhere = { projects: null, sites: null };

export const reports: Bench = {
  does: `reports over ${runs} runs with ${results} results of ${projects} projects in ${days} days, and over twice as long a history`,
  async run(say) {
    const server = await createTestServer();
    const pool = openPool(server.databaseUrl, { max: 2, name: 'firmloop-bench' });
    try {
      await applyMigrations(server.databaseUrl);
      const size = { projects, days, runs, tests };
      const figures: Figure[] = [];
      say('planting');
      await plantHistory(server.databaseUrl, { ...size, endsDaysAgo: 0 });
      figures.push(...(await rollUp(pool, say)));
      const once = await ask(pool, say);
      say('planting as much before it');
      await plantHistory(server.databaseUrl, { ...size, endsDaysAgo: days });
      await rollUp(pool, say);
      const twice = await ask(pool, say);
      const behind = await ask(pool, say, newestBehind);
      for (const id of reportIds) {
        const [before, after] = [once.get(id) ?? Number.NaN, twice.get(id) ?? Number.NaN];
        figures.push(atMost(`${id}, p95`, after, 150, 'ms', 0));
        figures.push(atMost(`${id}, rows behind it, p95`, behind.get(id) ?? Number.NaN, 150, 'ms', 0));
        // A difference of a few milliseconds is the machine's, not the history's.
        figures.push(atMost(`${id}, against half the history`, Math.max(after, 5) / Math.max(before, 5), 1.3, '×'));
      }
      return figures;
    } finally {
      await pool.end();
      await server.stop();
    }
  },
};

async function rollUp(pool: Pool, say: (line: string) => void): Promise<Figure[]> {
  const began = performance.now();
  let total = 0;
  for (let done = -1; done !== 0; total += done) done = await refreshReports(pool, 100);
  await pool.query('VACUUM ANALYZE');
  const seconds = (performance.now() - began) / 1_000;
  say(`rolled up ${total + 1} days in ${seconds.toFixed(1)} s`);
  return [plainFigure('rolling it all up', `${seconds.toFixed(1)} s for ${total + 1} days of projects`)];
}

type Read = (pool: Pool, id: ReportId, filter: ReportFilter) => Promise<unknown>;

const whole: Read = (pool, id, filter) => readReport(pool, id, filter, everywhere);
const newestBehind: Read = (pool, id, filter) =>
  readBehind(pool, id, { filter, key: {}, page: { limit: 100, offset: 0 }, reach: everywhere });

/** The p95 of each report by its id, milliseconds, over filters as people set them. */
async function ask(
  pool: Pool,
  say: (line: string) => void,
  read: Read = whole,
): Promise<ReadonlyMap<ReportId, number>> {
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM project ORDER BY name LIMIT 5`);
  const filters = [
    {},
    { by: 'day' as const },
    { branch: 'main' },
    ...rows.map(({ id }) => ({ project: id, environment: 'qemu' })),
  ];
  const p95 = new Map<ReportId, number>();
  for (const id of reportIds) {
    const took: number[] = [];
    for (let count = 0; count < asks; count += 1) {
      const began = performance.now();
      await read(pool, id, filters[count % filters.length] ?? {});
      took.push(performance.now() - began);
    }
    const worst = took.toSorted((one, other) => one - other)[Math.floor(asks * 0.95)] ?? Number.NaN;
    p95.set(id, worst);
    say(`${id}${read === whole ? '' : ', rows behind it'}: p95 ${worst.toFixed(0)} ms`);
  }
  return p95;
}
