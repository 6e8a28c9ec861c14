import { expect } from '@playwright/test';
import { mutate } from './support/api.ts';
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
