import { expect, test } from 'vitest';
import { reports } from '#lib/report/reports.ts';
import type { ReadReport } from './read-report.ts';
import { formatsOf, reportFile } from './report-file.ts';

const definition = reports['slow-tests'];
const read: ReadReport = {
  id: 'slow-tests',
  definition,
  span: { from: '2026-10-01', to: '2026-10-31' },
  by: 'week',
  zone: 'Europe/Berlin',
  rows: definition.shape(
    Array.from({ length: 50 }, (_, n) => ({
      test: `測試 ${n} \u202e`,
      project: '=x',
      ms: 1e6 - n,
      timed: 7,
      longest: 3,
    })),
  ),
};

test.each(formatsOf(definition))('a report is written as %s, whatever its names are made of', async (format) => {
  const { body } = await reportFile(read, format);
  expect(body.length).toBeGreaterThan(1_000);
});

test('a report of nothing is a page that says so', async () => {
  const { body } = await reportFile({ ...read, rows: [] }, 'pdf');
  expect(Buffer.from(body).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a long table goes on on further pages', async () => {
  const { body } = await reportFile(read, 'pdf');
  expect(
    Buffer.from(body)
      .toString('latin1')
      .match(/\/Type \/Page\b/g),
  ).toHaveLength(2);
});
