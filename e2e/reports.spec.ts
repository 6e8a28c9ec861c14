import { type APIRequestContext, expect, test } from '@playwright/test';
import { mutate, query } from './support/api.ts';
import { endedRun } from './support/ended-run.ts';
import { visit } from './support/visit.ts';

test('a number of a report leads to the run that it was counted from', async ({ page, request }) => {
  await endedRun(request);
  await visit(page, '/reports');
  await page.getByRole('link', { name: 'How do runs end?' }).click();
  await expect(page.getByRole('heading', { name: 'How do runs end?' })).toBeVisible();
  const figure = page.getByRole('figure');
  await expect(figure).toHaveAccessibleName(/^In all: /);
  const table = page.getByRole('table', { name: 'How do runs end?' });
  await page.getByRole('radio', { name: 'Days' }).click();
  await expect(page).toHaveURL(/by=day/);
  await table
    .getByRole('row', { name: /\bSUCCESS\b/ })
    .last()
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { name: /^Every run behind .*\bSUCCESS\b/ })).toBeVisible();
  const newest = page.getByRole('table', { name: 'Rows behind How do runs end?' }).getByRole('link').first();
  const href = await newest.getAttribute('href');
  await newest.click();
  await expect(page).toHaveURL(href ?? '');
  await expect(page.getByText('SUCCESS', { exact: true }).first()).toBeVisible();
});

test('days without anything say so, and an address that makes no sense shows everything', async ({ page, request }) => {
  await endedRun(request);
  await visit(page, '/reports/pass-rate?from=2001-01-01&to=2001-02-01');
  await expect(page.getByText('Nothing in these days')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('figure')).toHaveAccessibleName(/^Pass rate/);
  await visit(page, '/reports/pass-rate?from=yesterday');
  await expect(page.getByText('The address asks for what makes no sense')).toBeVisible();
  await expect(page.getByRole('figure')).toBeVisible();
});

test('a report is kept under a name, taken along as files, and removed', async ({ page, request }) => {
  await endedRun(request);
  const name = `Weekly ${crypto.randomUUID().slice(0, 8)}`;
  await visit(page, '/reports/outcomes?by=day');
  for (const [format, type] of [
    ['csv', 'text/csv'],
    ['json', 'application/json'],
    ['pdf', 'application/pdf'],
  ]) {
    const file = await page.request.get(`/api/reports/outcomes?by=day&format=${format}`);
    expect([file.status(), file.headers()['content-type']]).toEqual([200, expect.stringContaining(type ?? '')]);
  }
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Save report' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await visit(page, '/reports');
  const row = page.getByRole('table', { name: 'Saved reports' }).getByRole('row', { name });
  await expect(row.getByRole('link', { name })).toHaveAttribute('href', '/reports/outcomes?by=day');
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove report' }).click();
  await expect(row).toBeHidden();
});

test('what would go is shown before it does, and a pinned run is left alone', async ({ page, request }) => {
  const { number } = await endedRun(request);
  await forgetKeeping(request, number);
  await visit(page, `/runs/${number}`);
  await page.getByRole('button', { name: 'Pin…', exact: true }).click();
  await page.getByLabel('Reason').fill('shipped to the pilot');
  await page.getByRole('button', { name: 'Pin run' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByText('shipped to the pilot')).toBeVisible();
  await visit(page, '/settings/keeping');
  const pinned = page
    .getByRole('table', { name: 'Pinned runs' })
    .getByRole('row', { name: new RegExp(`#${number}\\b`) });
  await expect(pinned).toContainText('shipped to the pilot');
  const logs = page.getByRole('row', { name: /^Logs/ });
  const days = logs.getByLabel('Days after which logs go');
  await days.fill('3650');
  await logs.getByRole('button', { name: 'Set' }).click();
  await expect(logs).toContainText(/0\sB of 0/);
  await expect(page.getByRole('button', { name: 'Remove what is due…' })).toBeDisabled();
  await days.fill('');
  await logs.getByRole('button', { name: 'Set' }).click();
  await expect(days).toHaveValue('');
  await pinned.getByRole('button', { name: 'Unpin' }).click();
  await expect(pinned).toBeHidden();
  await page.getByLabel('Number of the run to pin').fill(`#${number}`);
  await page.getByLabel('Why it is pinned').fill('asked for by the bench');
  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(pinned).toContainText('asked for by the bench');
  await visit(page, `/runs/${number}`);
  await expect(page.getByText('asked for by the bench')).toBeVisible();
  await page.getByRole('button', { name: 'Unpin…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('cannot be brought back');
  await page.getByRole('button', { name: 'Unpin run' }).click();
  await expect(page.getByRole('button', { name: 'Pin…', exact: true })).toBeVisible();
});

/** No pin on the run and no rule for logs, whatever an earlier try of the test has left. */
async function forgetKeeping(request: APIRequestContext, run: number): Promise<void> {
  const { pinned } = await query<{ pinned: { number: number }[] }>(request, 'retention.page', {});
  if (pinned.some(({ number }) => number === run)) await mutate(request, 'retention.unpin', { run });
  await mutate(request, 'retention.set', { kind: 'logs', days: null });
}
