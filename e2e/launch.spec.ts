import { expect, test } from '@playwright/test';
import { query } from './support/api.ts';
import { seesEnd } from './support/end.ts';
import { copyOfThermostat } from './support/firmware.ts';
import { visit } from './support/visit.ts';

test('Launch on the thermostat shows patch after patch, without a reload, until it ends with SUCCESS', async ({
  page,
}) => {
  const folder = await copyOfThermostat();
  await visit(page, '/runs/new');
  await page.getByLabel('Folder', { exact: true }).fill(folder);
  await page.getByLabel('Mode', { exact: true }).selectOption('ci');
  await expect(page.getByRole('complementary', { name: 'What will happen' })).toContainText('make -j2');
  await page.getByRole('button', { name: 'Launch run' }).click();
  await expect(page).toHaveURL(/\/runs\/\d+$/);
  const number = /\d+$/.exec(page.url())?.[0];
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  const strip = page.getByRole('navigation', { name: 'Iterations' });
  const states = page.getByRole('group', { name: 'States of the machine' });
  await expect(page.getByText('live', { exact: true })).toBeVisible();
  await expect(strip).toContainText('33/48', { timeout: 90_000 });
  await expect(states.locator('[aria-current=step]')).toHaveCount(1);
  const where = await states.locator('[aria-current=step]').textContent();
  await expect(states.locator('[aria-current=step]')).not.toHaveText(where ?? '', { timeout: 30_000 });
  await page.getByRole('tab', { name: 'Trace' }).click();
  const rows = page.getByText(/^\d+\stransitions?$/);
  const before = await rows.textContent();
  await expect(rows).not.toHaveText(before ?? '', { timeout: 30_000 });
  await expect(page.getByRole('figure', { name: /Pass rate: .* in iteration [1-6],/ })).toBeVisible({
    timeout: 60_000,
  });

  await seesEnd(page, 'SUCCESS');
  const iterations = [
    'base base 33/48',
    'kept+336/48',
    'rolled back −2 34/48',
    'not built not built',
    'kept+541/48',
    'kept+344/48',
    'kept+448/48',
    'confirmation±048/48',
  ];
  const words = (await strip.getByRole('listitem').allTextContents()).map((text) => text.replace(/\s|^\d/g, ''));
  expect(words).toEqual(iterations.map((text) => text.replaceAll(' ', '')));
  await expect(page.getByRole('figure', { name: 'Pass rate: 100.0 % in iteration 7, best 100.0 %' })).toBeVisible();
  const failing = page.getByRole('button', { name: 'filter_forgets_an_old_spike, iteration 0: still failing' });
  const heat = page.getByRole('table', { name: 'Tests over iterations' });
  await expect(heat.getByRole('button', { name: /iteration 7: (?:passed|fixed)$/ }).first()).toBeVisible();
  expect(await failing.count()).toBeLessThanOrEqual(1);
  await page.getByRole('tab', { name: 'Trace' }).click();
  await expect(page.getByText(/pass_rate \(48\/48\)/).last()).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

  await visit(page, '/runs');
  await expect(page.getByRole('row', { name: new RegExp(`#${number}\\b`) })).toContainText('SUCCESS');
});

test('what cannot be launched is said before Launch', async ({ page }) => {
  await visit(page, '/runs/new');
  await page.getByLabel('Folder', { exact: true }).fill('/no/such/folder');
  await expect(page.getByRole('alert').filter({ hasText: '/no/such/folder' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Launch run' })).toBeDisabled();
});

test('every number of the criteria is in sight, and a wrong one is told beside it', async ({ page }) => {
  await visit(page, `/runs/new?folder=${encodeURIComponent(await copyOfThermostat())}`);
  const target = page.getByLabel('target_pass_rate');
  await expect(target).toHaveAttribute('placeholder', '1');
  await target.fill('0.9');
  const aside = page.getByRole('complementary', { name: 'What will happen' });
  await expect(aside).toContainText('90.0 % of all tests');
  await expect(aside).toContainText('--set criteria.target_pass_rate=0.9');
  await page.getByLabel('max_iterations').fill('3');
  await expect(aside).toContainText('it never comes about that a plateau is called');
  await target.fill('9');
  await expect(page.getByRole('main').locator('form').getByRole('alert')).toContainText('1');
  await expect(page.getByRole('button', { name: 'Launch run' })).toBeDisabled();
});

test('a failing log goes with the launch, and the launch can be made again', async ({ page, request }) => {
  const folder = await copyOfThermostat();
  await visit(page, `/runs/new?folder=${encodeURIComponent(folder)}&mode=ci&set=limits.max_iterations:1`);
  await page.getByLabel('A log that shows the failure').fill('FAIL <b>hot</b> \u001b[31mat line 7');
  await page.getByRole('button', { name: 'Add pasted log' }).click();
  await page.getByLabel('Log files').setInputFiles({
    name: 'ci.log',
    mimeType: 'text/plain',
    buffer: Buffer.from('assertion failed: temperature\n'),
  });
  await expect(page.getByRole('list', { name: 'Logs of this launch' })).toContainText('assertion failed');
  await expect(page.getByRole('complementary', { name: 'What will happen' })).toContainText(
    'the 2 logs of this launch',
  );
  await page.getByRole('button', { name: 'Launch run' }).click();
  await expect(page).toHaveURL(/\/runs\/\d+$/);
  const number = Number(/\d+$/.exec(page.url())?.[0]);
  const { detail } = await query<{ detail: { id: string } }>(request, 'runs.page', { run: String(number) });
  const artifacts = await query<{ name: string }[]>(request, 'runs.artifacts', { runId: detail.id });
  expect(artifacts.map(({ name }) => name)).toEqual(expect.arrayContaining(['launch/ci.log', 'launch/pasted 1.log']));

  await visit(page, `/runs/new?from=${number}`);
  await expect(page.getByText(`run #${number}`)).toBeVisible();
  await expect(page.getByLabel('Folder', { exact: true })).toHaveValue(folder);
  await expect(page.getByLabel('Mode', { exact: true })).toHaveValue('ci');
  await expect(page.getByLabel('max_iterations')).toHaveValue('1');
});
