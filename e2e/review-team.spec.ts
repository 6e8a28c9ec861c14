import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { query } from './support/api.ts';
import { copyOfThermostat, plateau } from './support/firmware.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

test('a team finds a stuck run in the queue, reads its story, talks, and decides by two', async ({
  page,
  request,
  launch,
}) => {
  const run = await launch(await copyOfThermostat(plateau()), { mode: 'interactive' });
  const waiting = () =>
    query<{ review: { number: number } | null } | null>(request, 'reviews.waiting', { runId: run.id });
  await expect.poll(async () => (await waiting())?.review ?? null, { timeout: 90_000 }).not.toBeNull();
  const number = (await waiting())?.review?.number;

  await visit(page, '/reviews?show=unassigned');
  await page
    .getByRole('table', { name: 'Reviews' })
    .getByRole('link', { name: new RegExp(`#${run.number}\\b`) })
    .click();
  await expect(page.getByRole('heading', { name: `Review ${number}`, exact: true })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('What was tried');
  await expect(main).toContainText(/15\s+tests failing in the kept tree/);
  await page.getByRole('button', { name: 'Show the patch' }).first().click();
  await expect(main).toContainText('src/remark');

  await expectAccessible(page);

  await page.getByRole('button', { name: 'Take it' }).click();
  await page.getByLabel('Approvals needed').selectOption('2');
  await page.getByLabel('Comment').fill('the ring buffer again?');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByRole('list', { name: 'Discussion' })).toContainText('the ring buffer again?');

  await page.getByLabel('Accept with a warning').check();
  await expect(main).toContainText('The run goes to SUCCESS_WITH_WARNING and ends there.');
  await page.getByLabel('Reason').fill('good enough for the fair');
  await page.getByRole('button', { name: /^Propose: accept with a warning/ }).click();
  const proposal = page.getByRole('region', { name: /^Verdict of/ });
  await expect(proposal).toContainText('1 of 2 approvals');
  await proposal.getByRole('button', { name: 'Withdraw' }).click();
  await expect(proposal).toHaveCount(0);
  await page.getByLabel('Approvals needed').selectOption('1');
  await page.getByRole('button', { name: 'Accept with a warning', exact: true }).click();
  await expect(main.getByText('decided', { exact: true })).toBeVisible();
  await expect(main).toContainText('good enough for the fair');

  await visit(page, '/notifications');
  await expect(main).toContainText(`#${run.number} ended with SUCCESS_WITH_WARNING`);
});

test('a channel is added, tested, and its failure told with the reason', async ({ page }) => {
  await visit(page, '/settings/notifications');
  await page.getByRole('button', { name: 'Add a channel…' }).click();
  await page.getByRole('radio', { name: 'Webhook' }).click();
  const name = `inner service ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Address').fill('http://10.1.2.3/hook');
  await page.getByRole('button', { name: 'Add channel' }).click();
  await expect(page.getByRole('dialog')).toContainText('it is not shown again');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: `Send a test through ${name}` }).click();
  await expect(page.getByRole('main')).toContainText('10.1.2.3 is at 10.1.2.3, which is not on the public internet', {
    timeout: 30_000,
  });
});
