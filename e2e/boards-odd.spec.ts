import { expect, test } from '@playwright/test';
import { mutate, query } from './support/api.ts';
import { join } from './support/join.ts';
import { visit } from './support/visit.ts';

const hour = 3_600_000;

/** Two like boards of a type that no other test has; gives the type. */
async function twoBoards(request: Parameters<typeof mutate>[0]): Promise<string> {
  const type = `o${crypto.randomUUID().slice(0, 8)}`;
  const text = `boards: [{name: ${type}-a, type: ${type}}, {name: ${type}-b, type: ${type}}]`;
  await mutate(request, 'boards.import', { text, site: 'berlin', dryRun: false });
  return type;
}

test('at a time that no calendar has the timeline shows the present', async ({ page, request }) => {
  const type = await twoBoards(request);
  for (const at of ['99999999999999999', '8640000000000000', '-1', 'soon']) {
    await visit(page, `/boards?view=timeline&find=${type}&at=${at}`);
    await expect(page.getByRole('application', { name: 'Timeline' }), at).toBeVisible();
    await expect(page.getByRole('main'), at).toContainText(String(new Date().getUTCFullYear()));
  }
});

test('from a time that no calendar has, or that is past, nothing is reserved, and the dialog says so', async ({
  page,
  request,
}) => {
  const type = await twoBoards(request);
  await visit(page, `/boards?find=${type}`);
  await page.getByRole('button', { name: 'Reserve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Boards').fill(`type=${type}`);
  await dialog.getByLabel('From').fill('0001-01-01T00:00');
  await expect(dialog).toContainText('No calendar has that time.');
  await expect(dialog.getByRole('button', { name: 'Reserve' })).toBeDisabled();
  await dialog.getByLabel('From').fill('2020-01-01T00:00');
  await dialog.getByRole('button', { name: 'Reserve' }).click();
  await expect(dialog).toContainText('is in the past');
});

test('a double click reserves one board and not two', async ({ page, request }) => {
  const type = await twoBoards(request);
  await visit(page, `/boards?find=${type}`);
  await page.getByRole('button', { name: 'Reserve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Boards').fill(`type=${type}`);
  await dialog.getByRole('button', { name: 'Reserve' }).dblclick();
  await expect(dialog).toHaveCount(0);
  const { boards } = await query<{ boards: { type: string; held: object | null }[] }>(request, 'boards.fleet', {});
  expect(boards.filter((board) => board.type === type && board.held !== null)).toHaveLength(1);
});

test('times that come again are one row, and all of them are cancelled by it', async ({ page, request }) => {
  const type = await twoBoards(request);
  const firstAt = Math.ceil(Date.now() / hour + 24) * hour;
  const wish = { selector: `${type}-a`, minutes: 30, firstAt, zone: 'UTC', rule: 'FREQ=DAILY;COUNT=5' };
  await mutate(request, 'boards.repeat', wish);
  await visit(page, `/boards?find=${type}`);
  const rows = page.getByRole('table', { name: 'My reservations' }).getByRole('row', { name: `${type}-a` });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('and 4 more');
  await rows.getByRole('button', { name: 'Cancel all' }).click();
  await expect(rows).toHaveCount(0);
});

test('a board that is shared with somebody is theirs to work with, and not to give back', async ({
  browser,
  request,
}) => {
  const type = await twoBoards(request);
  const { page, email } = await join(browser, request, { role: 'engineer' });
  const wish = { selector: `${type}-a`, minutes: 30 };
  const { id } = await mutate<{ id: string }>(request, 'boards.reserve', wish);
  await mutate(request, 'boards.share', { reservation: id, with: [email] });
  await visit(page, `/boards?find=${type}`);
  const row = page.getByRole('table', { name: 'My reservations' }).getByRole('row', { name: `${type}-a` });
  await expect(row).toContainText('shared by owner');
  await expect(row.getByRole('button')).toHaveCount(0);
  await page.context().close();
});
