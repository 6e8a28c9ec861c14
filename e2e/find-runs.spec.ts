import { expect, test } from '@playwright/test';
import { abort, launch, query } from './support/api.ts';
import { endedRun } from './support/ended-run.ts';
import { copyOfThermostat, slowBuild } from './support/firmware.ts';

test.setTimeout(120_000);

test('a run is found by words, agent, life and outcome, and the address keeps the search', async ({
  page,
  request,
}) => {
  await endedRun(request);
  const goal = `Find me ${crypto.randomUUID().slice(0, 8)}`;
  const run = await launch(request, await copyOfThermostat(slowBuild(60)), { goal });
  await page.goto('/runs');
  await page.getByRole('searchbox', { name: /Search by project/ }).fill(goal);
  const rows = page.getByRole('table', { name: 'Runs' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText(`#${run.number}`);
  await page.getByLabel('Agent').selectOption('patches');
  await page.getByRole('radio', { name: 'Live' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/agent=patches/);
  await page.reload();
  await expect(rows.last()).toContainText(goal);

  await abort(request, run);
  await expect(page.getByText('No run matches')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('State or outcome').selectOption('outcome:SUCCESS');
  await expect(rows.filter({ hasText: 'SUCCESS' }).first()).toBeVisible();
  await expect(rows.filter({ hasText: 'ABORTED' })).toHaveCount(0);
});

test('a project is found from the palette and tells how its runs end', async ({ page, request }) => {
  await endedRun(request);
  const { projects } = await query<{ projects: { name: string }[] }>(request, 'projects.list', { text: 'thermostat' });
  const name = projects.at(-1)?.name ?? '';
  await page.goto('/projects');
  await expect(page.getByRole('table', { name: 'Projects' })).toContainText(name);
  await page.getByRole('button', { name: /Search or do/ }).click();
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  await page.getByRole('group', { name: 'Projects' }).getByRole('option', { name, exact: true }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Tests that do not pass' })).toBeVisible();
});
