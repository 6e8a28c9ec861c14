import { expect, test } from 'vitest';
import { behindHref, partsOfSearch, reportHref } from './address.ts';
import { reportCsv, reportJson } from './files.ts';
import { reportJunit } from './junit.ts';
import { levelsOf, plotOf } from './plot.ts';
import type { ReportDefinition, ReportRow } from './report.ts';
import { type ReportId, reportIds, reports } from './reports.ts';
import { rowKeyOf } from './row-key.ts';
import { sentenceOf } from './sentence.ts';

const span = { from: '2026-10-12', to: '2026-11-01' };
const weeks = { span, by: 'week' } as const;

function shaped(id: ReportId, sums: readonly ReportRow[]): ReportRow[] {
  const definition: ReportDefinition = reports[id];
  return definition.shape(sums);
}

const rates = shaped('pass-rate', [
  { period: '2026-10-12', measurements: 1, executed: 10, passed: 5, flaky: 0, failed: 5, errors: 0 },
  { period: '2026-10-26', measurements: 1, executed: 10, passed: 9, flaky: 1, failed: 1, errors: 0 },
]);

test('a week in which nothing was measured is a gap in the line, not a zero', () => {
  const plot = plotOf(reports['pass-rate'], rates, weeks);
  expect(plot.labels).toEqual(['2026-10-12', '2026-10-19', '2026-10-26']);
  expect(plot.series[0]?.values).toEqual([0.5, null, 0.9]);
  expect(plot.top).toBe(1);
  expect(sentenceOf(plot)).toMatch(/^Pass rate rose from 50\.0\s% \(2026-10-12\) to 90\.0\s% \(2026-10-26\); lowest/);
});

test.each([
  [1, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6, 8]],
  [9, [0, 3, 6, 9, 12]],
  [41, [0, 20, 40, 60, 80]],
  [4_000, [0, 1_000, 2_000, 3_000, 4_000]],
])('an axis for %i runs has whole runs at its lines', (runs, levels) => {
  const rows = shaped('outcomes', [{ period: '2026-10-12', outcome: 'SUCCESS', runs }]);
  expect(levelsOf(plotOf(reports.outcomes, rows, weeks))).toEqual(levels);
});

test('a rate of nothing is unknown', () => {
  const [row] = shaped('pass-rate', [{ period: '2026-10-12', executed: 0, passed: 0 }]);
  expect(row?.rate).toBeNull();
});

test('outcomes are stacked with the good ones below, each with its share of its period', () => {
  const rows = shaped('outcomes', [
    { period: '2026-10-12', outcome: 'FAILURE', runs: 1 },
    { period: '2026-10-12', outcome: 'SUCCESS', runs: 3 },
    { period: '2026-10-26', outcome: 'SUCCESS', runs: 2 },
  ]);
  const plot = plotOf(reports.outcomes, rows, weeks);
  expect(plot.series.map(({ title, tone, values }) => [title, tone, values])).toEqual([
    ['SUCCESS', 'good', [3, 0, 2]],
    ['FAILURE', 'bad', [1, 0, 0]],
  ]);
  expect(rows.map(({ share }) => share)).toEqual([0.25, 0.75, 1]);
  expect(sentenceOf(plot)).toBe('In all: SUCCESS 5, FAILURE 1.');
});

test('a distribution says where half of the runs are reached, in these days and in those before', () => {
  const rows = shaped('iterations', [
    { iterations: 1, runs: 1, before: 0 },
    { iterations: 3, runs: 3, before: 2 },
  ]);
  expect(rows.map(({ upTo, upToBefore }) => [upTo, upToBefore])).toEqual([
    [0.25, 0],
    [1, 1],
  ]);
  expect(sentenceOf(plotOf(reports.iterations, rows, weeks))).toBe(
    'Runs: 4, half of them up to 3. Runs before: 2, half of them up to 3.',
  );
});

test('a cost with an unknown part is unknown', () => {
  const sums = { agent: 'a', strategy: 's', patches: 2, helped: 1, lines: 5, money: 0.5, unpriced: 1 };
  expect(shaped('agents', [sums])[0]).toMatchObject({ success: 0.5, size: 2.5, cost: null });
});

test.each(reportIds)('%s of nothing is a plot of nothing and a sentence that says so', (id) => {
  const definition: ReportDefinition = reports[id];
  const plot = plotOf(definition, definition.shape([]), weeks);
  expect(sentenceOf(plot)).toBe('Nothing was counted in these days.');
});

test('a name that a spreadsheet would run is text in a CSV file', () => {
  const rows = [{ test: '=HYPERLINK("x")', suite: 's', project: '+1', ms: 3, mean: 1.5, longest: 2, timed: 2 }];
  expect(reportCsv({ definition: reports['slow-tests'], rows })).toBe(
    `Test,Suite,Project,Time (ms),Mean (ms),Longest (ms),Executions\r\n"'=HYPERLINK(""x"")",s,'+1,3,1.5,2,2\r\n`,
  );
});

test('a JUnit file has each test as a case, with names that are no markup', () => {
  const test = 'a<b & "c"\u0000';
  const rows = ['s', 't'].map((suite) => ({ test, suite, project: 'p', mean: 1_500 }));
  const { question, junit } = reports['slow-tests'];
  const oneOf = (suite: string) =>
    `<testsuite name="p / ${suite}" tests="1" failures="0" errors="0" skipped="0" time="1.500">\n  <testcase name="a&lt;b &amp; &quot;c&quot;\uFFFD" time="1.500"/>\n</testsuite>`;
  expect(reportJunit(question, junit, rows)).toContain(`${oneOf('s')}\n${oneOf('t')}`);
});

test('JSON says how the numbers are made and which days they are about', () => {
  const told = { id: 'pass-rate', definition: reports['pass-rate'], rows: rates, span, zone: 'UTC' };
  expect(JSON.parse(reportJson(told))).toMatchObject({ report: 'pass-rate', ...span, zone: 'UTC', rows: rates });
});

test('an address says the filter and the row, and reads as what it was made of', () => {
  const filter = { branch: 'fix/ü & more', by: 'day' } as const;
  const row = { agent: '', strategy: 'minimal' };
  const href = behindHref('agents', reports.agents, { filter, row });
  const parts = partsOfSearch(Object.fromEntries(new URL(href, 'http://x').searchParams));
  expect(parts).toEqual({ filter, rest: row });
  expect(rowKeyOf(reports.agents, parts.rest)).toEqual(row);
  expect(reportHref('agents', {})).toBe('/reports/agents');
});

test.each([{ period: 'last week' }, { colour: 'red' }])('no row goes by %j', (words) => {
  expect(rowKeyOf(reports['pass-rate'], words)).toBeNull();
});
