import { expect } from '@playwright/test';
import { query } from './support/api.ts';
import { copyOfThermostat, projectFile } from './support/firmware.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

test('the log of a running build grows on the page while it runs', async ({ page, launch }) => {
  // Silent at first: the page learns of the build before there is anything to show of it. Then so long that it is seen at work.
  const build = 'sleep 1.5; for i in $(seq 40); do echo "tick $i"; sleep 0.5; done; make -j2';
  const run = await launch(await copyOfThermostat({ 'firmloop.yaml': projectFile({ build }) }));
  await visit(page, `/runs/${run.number}?tab=logs`);
  const log = page.getByRole('region', { name: /^Log of/ });
  await expect(log).toContainText('tick 2', { timeout: 60_000 });
  await expect(log).toContainText('tick 9');
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible();
});

test('letters cut apart between two chunks of a log come out whole', async ({ page, launch }) => {
  const build = `printf 'gr\\303'; sleep 1.5; printf '\\274n \\360\\237'; sleep 1.5; printf '\\216\\211 done\\n'; sleep 20; make -j2`;
  const run = await launch(await copyOfThermostat({ 'firmloop.yaml': projectFile({ build }) }));
  await visit(page, `/runs/${run.number}?tab=logs`);
  await expect(page.getByRole('region', { name: /^Log of/ })).toContainText('grün 🎉 done', { timeout: 60_000 });
});

test('of a log of many megabytes the page holds only a part, says so, and finds lines in all of it', async ({
  page,
  request,
  launch,
}) => {
  const build = `echo a-needle-near-the-top; echo 'src/far.c:1:1: error: far away'; yes 'a line of a chatty build that says little' | head -c 6000000; echo; echo the-very-end; make -j2`;
  const folder = await copyOfThermostat({ 'firmloop.yaml': projectFile({ build }) });
  const run = await launch(folder, { maxIterations: 1 });
  const large = async () => {
    const logs = await query<{ activityId: string; bytes: number }[]>(request, 'runs.logs', { runId: run.id });
    return logs.find(({ bytes }) => Number(bytes) > 6_000_000)?.activityId;
  };
  await expect.poll(large, { timeout: 90_000 }).toBeDefined();
  await visit(page, `/runs/${run.number}?tab=logs&log=${await large()}`);
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
});
