import { expect, test } from '@playwright/test';
import { endedRun } from './support/ended-run.ts';
import { visit } from './support/visit.ts';

test('a person without a mouse finds every place, every row and every shortcut', async ({ page, request }) => {
  const run = await endedRun(request);
  await visit(page, '/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  // The heading comes from the server; keys are heard once the page's script runs.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Go to Runs', { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page).toHaveURL(/\/runs$/, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole('heading', { name: 'Runs' }).waitFor();
  // Runs of other tests come and go at the top of the whole list.
  await visit(page, `/runs?q=%23${run.number}`);
  const first = page.getByRole('row').nth(1).getByRole('link');
  await expect(first).toBeVisible();
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('k');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/runs/${run.number}$`));
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or do' })).toBeFocused();
  await page.keyboard.type(`#${run.number}`);
  await expect(page.getByRole('option', { name: `thermostat #${run.number}`, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
