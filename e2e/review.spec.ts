import { expect } from '@playwright/test';
import { mutate, origin, query } from './support/api.ts';
import { copyOfThermostat, plateau } from './support/firmware.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

test('a run that got stuck asks a person, shows what each verdict does, and goes on as decided', async ({
  page,
  request,
  launch,
}) => {
  const run = await launch(await copyOfThermostat(plateau()), { mode: 'interactive' });
  await visit(page, `/runs/${run.number}?tab=trace`);
  const review = page.getByRole('region', { name: 'Review', exact: true });
  await expect(review).toContainText(/pass_rate 68.75%/, { timeout: 90_000 });
  await expect(review.getByLabel('Switch strategy')).toBeDisabled();
  await expect(review).toContainText('The project file names no other strategy.');
  await expect(review.getByLabel('Accept with a warning')).toBeEnabled();
  await visit(page, '/');
  await expect(page.getByRole('link', { name: new RegExp(`#${run.number}: `) })).toBeVisible();

  await visit(page, `/runs/${run.number}?tab=trace`);
  await review.getByLabel('Continue').check();
  await review.getByLabel('Hint for the agent').fill('look at the ring buffer');
  await review.getByLabel('Reason').fill('one more idea');
  await review.getByRole('button', { name: 'Continue' }).click();
  await expect(review).toHaveCount(0, { timeout: 60_000 });
  const trace = await query<{ reason: string }[]>(request, 'runs.trace', { runId: run.id });
  expect(trace.map(({ reason }) => reason)).toContain('owner lets the run go on: one more idea');
});

test('a verdict on what the run no longer is changes nothing and says so', async ({ page, request, launch }) => {
  const run = await launch(await copyOfThermostat(plateau()), { mode: 'interactive' });
  await visit(page, `/runs/${run.number}?tab=trace`);
  const review = page.getByRole('region', { name: 'Review', exact: true });
  await expect(review).toBeVisible({ timeout: 90_000 });
  const { detail } = await query<{ detail: { seq: number } }>(request, 'runs.page', { run: run.id });
  await mutate(request, 'runs.message', {
    runId: run.id,
    commandId: crypto.randomUUID(),
    text: 'somebody else speaks',
  });
  const stale = await request.post('/api/trpc/runs.review', {
    headers: { origin: origin() },
    data: {
      runId: run.id,
      commandId: crypto.randomUUID(),
      reason: 'too late',
      expectedSeq: detail.seq,
      decision: { verdict: 'accept' },
    },
  });
  expect([stale.status(), await stale.text()]).toEqual([412, expect.stringContaining('the run has moved on')]);
  // The page decides on the run as it shows it.
  await expect(page.getByText(/somebody else speaks/).first()).toBeVisible();
  await review.getByLabel('Accept with a warning').check();
  await review.getByLabel('Reason').fill('good enough for the fair');
  await review.getByRole('button', { name: 'Accept with a warning' }).click();
  await expect(page.getByRole('region', { name: 'Final report' })).toContainText('good enough for the fair', {
    timeout: 60_000,
  });
});
