import { expect } from '@playwright/test';
import { abort, query } from './support/api.ts';
import { endedRun } from './support/ended-run.ts';
import { copyOfThermostat, slowBuild } from './support/firmware.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

test('a run is found by words, agent, life and outcome, and the address keeps the search', async ({
  page,
  request,
  launch,
}) => {
  await endedRun(request);
  const goal = `Find me ${crypto.randomUUID().slice(0, 8)}`;
  const run = await launch(await copyOfThermostat(slowBuild(60)), { goal });
  await visit(page, '/runs');
  await page.getByRole('searchbox', { name: /Search by project/ }).fill(goal);
  const rows = page.getByRole('table', { name: 'Runs' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText(`#${run.number}`);
  await page.getByLabel('Agent').selectOption('patches');
  await page.getByRole('radio', { name: 'Live' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/agent=patches/);
  await visit(page, page.url());
  await expect(rows.last()).toContainText(goal);

  await abort(request, run);
  await expect(page.getByText('No run matches')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('State or outcome').selectOption('outcome:SUCCESS');
  await expect(rows.filter({ hasText: 'SUCCESS' }).first()).toBeVisible();
  await expect(rows.filter({ hasText: 'ABORTED' })).toHaveCount(0);
});

test('a project is found from the palette and tells how its runs end', async ({ page, request }) => {
  const run = await endedRun(request);
  const { detail } = await query<{ detail: { project: string } }>(request, 'runs.page', { run: run.id });
  const { projects } = await query<{ projects: { id: string; name: string }[] }>(request, 'projects.list', {});
  const name = detail.project;
  const href = `/projects/${projects.find((project) => project.name === name)?.id}`;
  await visit(page, '/projects');
  await expect(page.getByRole('table', { name: 'Projects' }).locator(`a[href="${href}"]`)).toBeVisible();
  await page.getByRole('button', { name: /Search or do/ }).click();
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  await page.getByRole('group', { name: 'Projects' }).getByRole('option', { name, exact: true }).click();
  await expect(page).toHaveURL(href);
  await expect(page.getByRole('heading', { name: 'Tests that do not pass' })).toBeVisible();
});
