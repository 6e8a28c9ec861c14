import { setTimeout } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { query, stateOf } from './support/api.ts';
import { copyOfThermostat, projectFile } from './support/firmware.ts';
import { test } from './support/test.ts';
import { untilAwake, visit } from './support/visit.ts';

test('a patch above the risk threshold waits until a person has read and approved it', async ({
  page,
  request,
  launch,
}) => {
  const file = `${projectFile({})}limits: { max_iterations: 1 }\n`.replace('policy: { ', 'policy: { max_risk: 0, ');
  const run = await launch(await copyOfThermostat({ 'firmloop.yaml': file }), { mode: 'interactive' });
  await visit(page, `/runs/${run.number}?tab=trace`);
  const approval = page.getByRole('region', { name: 'Approval' });
  await expect(approval).toContainText('A patch needs an approval before it is tried', { timeout: 90_000 });
  await visit(page, '/');
  await expect(page.getByRole('link', { name: new RegExp(`#${run.number}: `) })).toBeVisible();

  await visit(page, `/runs/${run.number}?tab=trace`);
  await approval.getByRole('link', { name: /Read it/ }).click();
  await expect(page).toHaveURL(/tab=iteration/);
  await expect(page.getByRole('heading', { name: 'Patch', exact: true })).toBeVisible();
  await approval.getByLabel('Reason').fill('only the sensor is touched');
  await approval.getByRole('button', { name: 'Approve this patch' }).click();
  await expect(approval).toHaveCount(0, { timeout: 60_000 });
  const trace = await query<{ reason: string }[]>(request, 'runs.trace', { runId: run.id });
  expect(trace.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(/^owner approves patch \w+ of risk [\d.]+: only the sensor is touched$/),
  );
  expect(await stateOf(request, run)).not.toBe('HUMAN_REVIEW.APPROVAL');
});

test('what is typed into an approval before its program has come is kept', async ({ page, request, launch }) => {
  const file = projectFile({}).replace('policy: { ', 'policy: { max_risk: 0, ');
  const run = await launch(await copyOfThermostat({ 'firmloop.yaml': file }), { mode: 'interactive' });
  const approval = page.getByRole('region', { name: 'Approval' });
  await visit(page, `/runs/${run.number}`);
  await expect(approval).toBeVisible({ timeout: 90_000 });
  await page.route('**/*.js', async (route) => {
    await setTimeout(1_000);
    await route.continue();
  });
  await page.goto(`/runs/${run.number}`, { waitUntil: 'commit' });
  await approval.getByLabel('Reason').fill('only the sensor is touched');
  await untilAwake(page);
  await expect(approval.getByLabel('Reason')).toHaveValue('only the sensor is touched');
  await approval.getByRole('button', { name: 'Refuse it' }).click();
  const trace = async () => await query<{ reason: string }[]>(request, 'runs.trace', { runId: run.id });
  await expect
    .poll(async () => (await trace()).map(({ reason }) => reason).join('\n'), { timeout: 60_000 })
    .toMatch(/owner refuses patch .*: only the sensor is touched/);
});
