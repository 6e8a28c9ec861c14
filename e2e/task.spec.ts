import { expect, test } from '@playwright/test';
import { copyOfExample } from './support/firmware.ts';
import { visit } from './support/visit.ts';

test('a task is launched from the form, asks, shows its plan, is told another one, and sums up what it did', async ({
  page,
}) => {
  const folder = await copyOfExample('ring-buffer');
  await visit(page, `/runs/new?folder=${encodeURIComponent(folder)}&mode=interactive`);
  const aside = page.getByRole('complementary', { name: 'What will happen' });
  await expect(aside).toContainText('Asked for:', { timeout: 30_000 });
  await expect(page.getByLabel('Request')).toBeVisible();
  await expect(page.getByLabel('Environment')).toHaveCount(0);
  await page.getByRole('button', { name: 'Launch run' }).click();

  const asks = page.getByRole('region', { name: 'What the task asks' });
  await expect(asks).toContainText('Which sample is given up', { timeout: 60_000 });
  await asks.getByLabel('Answer').fill('The oldest one.');
  await asks.getByRole('button', { name: 'Answer' }).click();

  await expect(asks).toContainText('step 2 of 2', { timeout: 60_000 });
  const plan = page.locator('#plan');
  await expect(plan).toContainText('Make room when the buffer is full');
  await expect(plan).toContainText('worked');
  await page.getByRole('button', { name: 'Change the plan' }).click();
  const text = page.getByLabel('Plan', { exact: true });
  const written = await text.inputValue();
  await text.fill(written.replace('tool: apply_patch', 'tool: format_disk'));
  await page.getByRole('button', { name: 'Change the plan' }).click();
  await expect(page.locator('#plan').getByRole('alert')).toContainText(/plan:\d+:\d+: .*tool/);
  await text.fill(written.replace('title: Make room', 'title: Find room'));
  await page.getByRole('button', { name: 'Change the plan' }).click();
  await expect(plan).toContainText('Find room when the buffer is full');
  await expect(asks).toContainText('step 2 of 2 "Find room', { timeout: 30_000 });

  await asks.getByRole('button', { name: 'Yes, all that writes in this run' }).click();
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('delete the branch of this run, or do not merge it')).toBeVisible();
});
