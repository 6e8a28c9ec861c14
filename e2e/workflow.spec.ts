import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { copyOfExample } from './support/firmware.ts';
import { visit } from './support/visit.ts';

test('a workflow shows an update as a diff, is refused one, told another, mended after an error, and gives its notebook', async ({
  page,
}) => {
  const folder = await copyOfExample('sensor-report');
  await visit(page, `/runs/new?folder=${encodeURIComponent(folder)}&mode=interactive`);
  const aside = page.getByRole('complementary', { name: 'What will happen' });
  await expect(aside).toContainText('2 stages with 3 steps', { timeout: 30_000 });
  await expect(page.getByLabel('Goal')).toBeVisible();
  await page.getByRole('button', { name: 'Launch run' }).click();

  const asks = page.getByRole('region', { name: 'What the workflow asks' });
  await expect(asks).toContainText('Planning wants to change the workflow', { timeout: 60_000 });
  await expect(asks.getByRole('list', { name: 'What would change' })).toContainText('added: forecast');

  // Somebody else says yes at the same time, and is heard later.
  const other = await page.context().newPage();
  await visit(other, page.url());
  const isHeard = Promise.withResolvers<void>();
  await other.route(/runs\.say/, async (route) => {
    await isHeard.promise;
    await route.continue();
  });
  await other.getByRole('button', { name: 'Confirm the update' }).click();

  await asks.getByLabel('Reason').fill('Nobody asked for a forecast.');
  await asks.getByRole('button', { name: 'Reject the update' }).click();

  await expect(asks).toContainText('Planning wants to change the steps', { timeout: 60_000 });
  await expect(other.getByRole('region', { name: 'What the workflow asks' })).toContainText('change the steps');
  isHeard.resolve();
  await expect(other.getByText(/What you said was not taken: Nothing was changed/)).toBeVisible();
  await other.close();
  await expect(page.getByText('Nobody asked for a forecast.').first()).toBeVisible();
  await asks.getByRole('button', { name: 'Confirm the update' }).click();

  await expect(asks).toContainText('could not convert string to float', { timeout: 60_000 });
  await asks.getByRole('button', { name: 'Begin the behavior again' }).click();

  await expect(asks).toContainText('Completed; it can be reset', { timeout: 90_000 });
  const stages = page.getByRole('list', { name: 'Stages' });
  await expect(stages).toContainText('Fill the gaps');
  const cells = page.getByRole('list', { name: 'Cells' });
  await expect(cells).toContainText('Replace the sensor west');
  await expect(cells.getByRole('img')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export .ipynb' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('report.ipynb');
  const notebook = JSON.parse(readFileSync(await file.path(), 'utf8')) as { nbformat: number; cells: unknown[] };
  expect(notebook).toMatchObject({ nbformat: 4, nbformat_minor: 5 });
  expect(notebook.cells).toHaveLength(8);
});
