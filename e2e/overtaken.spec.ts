import { expect } from '@playwright/test';
import { abort, mutate } from './support/api.ts';
import { copyOfThermostat, slowBuild } from './support/firmware.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

test('an answer that the stream has overtaken does not take the page back', async ({ page, request, launch }) => {
  const run = await launch(await copyOfThermostat(slowBuild(120)), { mode: 'interactive' });
  const read = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const asked = page.waitForRequest(/runs\.page/);
  await page.route(/runs\.page/, async (route) => {
    const response = await route.fetch();
    read.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  await visit(page, `/runs/${run.number}?tab=trace`);
  const answered = (await asked).response();
  await read.promise;
  await mutate(request, 'runs.pause', { runId: run.id, commandId: crypto.randomUUID(), reason: 'look' });
  const resume = page.getByRole('button', { name: 'Resume' });
  await expect(resume).toBeVisible();

  held.resolve();
  await (await answered)?.finished();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(resume).toBeVisible();
});

test('an answer that was read before the report does not take the report away', async ({ page, request, launch }) => {
  const run = await launch(await copyOfThermostat(slowBuild(120)), { mode: 'interactive' });
  await abort(request, run);
  const report = page.getByRole('region', { name: 'Final report' });
  await visit(page, `/runs/${run.number}`);
  await expect(report).toBeVisible({ timeout: 60_000 });
  const asked = page.waitForRequest(/runs\.page/);
  await page.route(/runs\.page/, async (route) => {
    const response = await route.fetch();
    const withoutReport = (key: string, value: unknown): unknown => (key === 'report' ? null : value);
    await route.fulfill({ response, body: JSON.stringify(JSON.parse(await response.text(), withoutReport)) });
  });
  await visit(page, `/runs/${run.number}`);
  await (await (await asked).response())?.finished();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(report).toBeVisible();
});
