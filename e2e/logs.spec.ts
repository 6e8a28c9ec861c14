import { expect, test } from '@playwright/test';
import { abort, launch, query } from './support/api.ts';
import { copyOfThermostat, projectFile } from './support/firmware.ts';

test('the log of a running build grows on the page while it runs', async ({ page, request }) => {
  // Silent at first: the page learns of the build before there is anything to show of it.
  const build = 'sleep 1.5; for i in $(seq 12); do echo "tick $i"; sleep 0.5; done; make -j2';
  const run = await launch(request, await copyOfThermostat({ 'firmloop.yaml': projectFile({ build }) }));
  await page.goto(`/runs/${run.number}?tab=logs`);
  const log = page.getByRole('region', { name: /^Log of/ });
  await expect(log).toContainText('tick 2', { timeout: 20_000 });
  await expect(log).toContainText('tick 9');
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible();
  await abort(request, run);
});

test('letters cut apart between two chunks of a log come out whole', async ({ page, request }) => {
  const build = `printf 'gr\\303'; sleep 1.5; printf '\\274n \\360\\237'; sleep 1.5; printf '\\216\\211 done\\n'; make -j2`;
  const run = await launch(request, await copyOfThermostat({ 'firmloop.yaml': projectFile({ build }) }));
  await page.goto(`/runs/${run.number}?tab=logs`);
  await expect(page.getByRole('region', { name: /^Log of/ })).toContainText('grün 🎉 done', { timeout: 20_000 });
  await abort(request, run);
});

test('of a log of many megabytes the page holds only a part, says so, and finds lines in all of it', async ({
  page,
  request,
}) => {
  const build = `echo a-needle-near-the-top; echo 'src/far.c:1:1: error: far away'; yes 'a line of a chatty build that says little' | head -c 6000000; echo; echo the-very-end; make -j2`;
  const folder = await copyOfThermostat({ 'firmloop.yaml': projectFile({ build }) });
  const run = await launch(request, folder, { maxIterations: 1 });
  const large = async () => {
    const logs = await query<{ activityId: string; bytes: number }[]>(request, 'runs.logs', { runId: run.id });
    return logs.find(({ bytes }) => Number(bytes) > 6_000_000)?.activityId;
  };
  await expect.poll(large, { timeout: 40_000 }).toBeDefined();
  await page.goto(`/runs/${run.number}?tab=logs&log=${await large()}`);
  await expect(page.getByText(/left out here/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Search this log' }).fill('the-very-end');
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(page.getByRole('region', { name: /^Log of/ })).toContainText('the-very-end');

  const finder = page.getByRole('region', { name: 'Find in the whole log' });
  await finder.getByRole('textbox').fill('a-NEEDLE');
  await finder.getByRole('button', { name: 'Find' }).click();
  await finder.getByRole('button', { name: /a-needle-near-the-top$/ }).click();
  await expect(page).toHaveURL(/chunk=0/);
  await expect(page.getByRole('region', { name: /^Log of/ })).toContainText('a-needle-near-the-top');
  await finder.getByRole('button', { name: 'All errors' }).click();
  await expect(finder.getByRole('button', { name: /error: far away$/ })).toBeVisible();
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page).not.toHaveURL(/chunk=/);
  await abort(request, run);
});
