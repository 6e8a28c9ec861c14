import { expect, test } from '@playwright/test';
import { endedRun } from './support/ended-run.ts';
import { copyOfThermostat } from './support/firmware.ts';
import { visit } from './support/visit.ts';

test('the lab says where a recorded run would have stopped, and its address brings the same answer', async ({
  page,
  request,
}) => {
  const { number } = await endedRun(request);
  await visit(page, `/lab?run=${number}`);
  const runs = page.getByRole('table', { name: 'Runs under other criteria' });
  await expect(runs).toContainText('SUCCESS at iteration 7');
  await page.getByLabel('Iterations at most').fill('4');
  await expect(runs).toContainText('success lost');
  await expect(runs).toContainText('TIMEOUT at iteration 4');
  await expect(page).toHaveURL(/max=4/);
  const address = page.url();

  await page.getByLabel('target_pass_rate').fill('0.8');
  await expect(runs).toContainText('unknown after iteration 4: the target is met for the first time');
  await page.getByLabel('target_pass_rate').fill('7');
  await expect(page.getByRole('alert').filter({ hasText: 'target_pass_rate' })).toBeVisible();

  await visit(page, address);
  await expect(runs).toContainText('TIMEOUT at iteration 4');
});

test('criteria are saved as a preset that the launch offers, and removed again', async ({ page }) => {
  const name = `Patient ${crypto.randomUUID().slice(0, 8)}`;
  await visit(page, '/lab');
  await page.getByLabel('min_iterations_for_plateau').fill('9');
  await page.getByRole('button', { name: 'Save as preset…' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save preset' }).click();
  await expect(page.getByLabel('Preset', { exact: true })).toHaveValue(name);

  await visit(page, `/runs/new?folder=${encodeURIComponent(await copyOfThermostat())}`);
  await page.getByLabel('Criteria', { exact: true }).selectOption({ label: `${name} (saved)` });
  await expect(page.getByLabel('min_iterations_for_plateau')).toHaveValue('9');
  await expect(page.getByRole('complementary', { name: 'What will happen' })).toContainText(
    '--set criteria.min_iterations_for_plateau=9',
  );

  await visit(page, `/lab?preset=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: 'Remove preset…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove preset' }).click();
  await expect(page.getByLabel('Preset', { exact: true })).toHaveValue('STANDARD');
});
