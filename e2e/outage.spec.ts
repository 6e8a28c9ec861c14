import { expect, test } from '@playwright/test';
import { abort, launch, query, stateOf } from './support/api.ts';
import { seesEnd } from './support/end.ts';
import { copyOfThermostat, slowBuild, slowFirstTry } from './support/firmware.ts';
import { killChild } from './support/kill.ts';
import { visit } from './support/visit.ts';

test('an open page says while it is behind and catches up when the web server was killed', async ({
  page,
  request,
}) => {
  const run = await launch(request, await copyOfThermostat(slowBuild(120)));
  await visit(page, `/runs/${run.number}?tab=trace`);
  await expect(page.getByText('live', { exact: true })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.route('**/api/trpc/**', (route) => route.abort());
  await killChild('web');
  await expect(page.getByText(/Live view reconnecting, data of \d\d:\d\d:\d\d/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('the server does not answer')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => stateOf(request, run).catch(() => ''), { timeout: 60_000 }).not.toBe('');
  await abort(request, run);
  await expect.poll(() => stateOf(request, run), { timeout: 60_000 }).toBe('ABORTED');
  await page.unroute('**/api/trpc/**');
  await expect(page.getByText(/Live view reconnecting/)).toHaveCount(0, { timeout: 60_000 });
  await seesEnd(page, 'ABORTED');
  await expect(page.getByText('the server does not answer')).toHaveCount(0, { timeout: 60_000 });
  const trace = await query<{ seq: number }[]>(request, 'runs.trace', { runId: run.id });
  await expect(page.getByText(new RegExp(`^${trace.length}\\stransitions$`))).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('a run whose runner was killed goes on before the eyes of its reader', async ({ page, request }) => {
  const run = await launch(request, await copyOfThermostat(slowFirstTry(120)), { maxIterations: 2 });
  await visit(page, `/runs/${run.number}`);
  await expect.poll(() => stateOf(request, run), { timeout: 60_000 }).toBe('INIT.BASELINE_BUILD.BUILD');
  await killChild('runner');
  await seesEnd(page, 'FAILURE');
});
