import { expect } from '@playwright/test';
import { query } from './support/api.ts';
import { endedRun } from './support/ended-run.ts';
import { copyOfThermostat, slowBuild } from './support/firmware.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

const suite = (...cases: string[]) => `<testsuite name="bench">${cases.join('')}</testsuite>`;
const passes = (name: string) => `<testcase name="${name}" time="0.5"/>`;
const fails = (name: string) =>
  `<testcase name="${name}"><failure message="expected 3, got 4 &lt;script&gt;"/></testcase>`;

test('files that are brought on the page are read, compared, judged and remembered', async ({
  page,
  request,
  launch,
}) => {
  const run = await launch(await copyOfThermostat(slowBuild(120)));
  const { detail } = await query<{ detail: { project: string } }>(request, 'runs.page', { run: run.id });
  const branch = `e2e-${crypto.randomUUID().slice(0, 8)}`;
  const bring = async (build: string, files: Record<string, string>) => {
    await visit(page, '/results?add=true');
    const form = page.locator('form').filter({ has: page.getByLabel('Build number') });
    await form.getByLabel('Project').selectOption({ label: detail.project });
    await form.getByLabel('Branch').fill(branch);
    await form.getByLabel('Build number').fill(build);
    await form
      .getByLabel('Files', { exact: true })
      .setInputFiles(
        Object.entries(files).map(([name, text]) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })),
      );
    await form.getByRole('button', { name: /^Import \d/ }).click();
    await expect(page.getByRole('heading', { name: /^Import #\d+$/ })).toBeVisible();
  };
  await bring('1', { 'unit.xml': suite(passes('opens'), passes('closes')) });
  await expect(page.getByText('Every executed test passed at its first attempt.')).toBeVisible();
  await bring('2', { 'unit.xml': suite(passes('opens'), fails('closes')), 'notes.txt': 'hello' });
  await expect(page.getByText(/1 test failed or went missing .*: bench::closes/)).toBeVisible();
  const files = page.getByRole('table', { name: 'Files with results' });
  await expect(files.getByRole('row', { name: /notes\.txt/ })).toContainText('no known format');
  await files.getByRole('button', { name: 'Read again' }).click();
  await expect(files.getByRole('row', { name: /notes\.txt/ })).toContainText('set aside');

  const places = await query<{ id: string; branches: string[] }[]>(request, 'results.places', {});
  const project = places.find(({ branches }) => branches.includes(branch))?.id ?? '';
  await visit(page, `/tests?project=${project}&branch=${branch}`);
  const row = page.getByRole('table', { name: 'Tests' }).getByRole('row', { name: /closes/ });
  await expect(row.getByRole('img')).toHaveAccessibleName(/Of the last .*failed/);
  await row.getByRole('link').click();
  await expect(page.getByText(/^Fails, 1\sresult/)).toBeVisible();
  await page.getByRole('button', { name: 'Take it on' }).click();
  await page.getByLabel(/^Owner/).fill('ana');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Looked after by ana')).toBeVisible();
  await bring('3', { 'unit.xml': suite(passes('opens'), fails('closes'), fails('locks')) });
  await visit(page, `/tests?project=${project}&branch=${branch}&show=failures`);
  await expect(page.getByRole('listitem').filter({ hasText: /in 2\stests/ })).toContainText('Looked after by ana');
});

test('an empty selection says what belongs there', async ({ page, request }) => {
  await endedRun(request);
  await visit(page, '/results?before=1');
  await expect(page.getByText('No imports here')).toBeVisible();
  await visit(page, '/compare');
  await expect(page.getByText('Name two measurements')).toBeVisible();
  await page.getByLabel('Before', { exact: true }).fill('yesterday');
  await page.getByLabel('After', { exact: true }).fill('run:1');
  await expect(page.getByText(/yesterday names no results/)).toBeVisible();
  await page.getByLabel('Before', { exact: true }).fill('run:1/0');
  await expect(page.getByText(/From run #1, iteration 0/)).toBeVisible();
  await visit(page, '/tests?show=quarantine');
  await expect(page.getByText('Nothing fails in quarantine')).toBeVisible();
  await visit(page, '/results/999999999');
  await expect(
    page
      .getByRole('heading', { name: /Not here|not found|nothing/i })
      .or(page.getByText(/no such|not there|Nothing/i))
      .first(),
  ).toBeVisible();
});
