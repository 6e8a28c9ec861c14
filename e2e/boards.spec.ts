import { expect, type Locator, type Page, test } from '@playwright/test';
import { mutate } from './support/api.ts';
import { visit } from './support/visit.ts';

const day = 86_400_000;

/** Two boards of a type that no other test has; gives the type. */
async function addBoards(request: Parameters<typeof mutate>[0]): Promise<string> {
  const type = `t${crypto.randomUUID().slice(0, 8)}`;
  const text = `boards: [{name: ${type}-a, type: ${type}, tags: [can]}, {name: ${type}-b, type: ${type}}]`;
  await mutate(request, 'boards.import', { text, site: 'berlin', dryRun: false });
  return type;
}

/** The timeline of the day after tomorrow, with these boards alone. */
async function openTimeline(page: Page, type: string): Promise<Locator> {
  await visit(page, `/boards?view=timeline&span=day&find=${type}&at=${Date.now() + 2 * day}`);
  const timeline = page.getByRole('application', { name: 'Timeline' });
  await expect(timeline).toBeVisible();
  return timeline;
}

/** Drags from one place of the timeline to another, each as the row of a board and a share of the day. */
async function drag(page: Page, timeline: Locator, from: [number, number], to: [number, number]): Promise<void> {
  const box = await timeline.boundingBox();
  if (box === null) throw new Error('the timeline is not in sight');
  const at = ([row, share]: [number, number]) => [box.x + share * box.width, box.y + 14 + row * 28] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 5 });
}

test('time is booked by dragging over it, moved to another board by dragging it there, and a conflict shows before the hand lets go', async ({
  page,
  request,
}) => {
  const type = await addBoards(request);
  const timeline = await openTimeline(page, type);
  await drag(page, timeline, [0, 0.5], [0, 0.625]);
  await expect(page.getByRole('status').filter({ hasText: `${type}-a` })).toContainText('12:00:00');
  await page.mouse.up();
  await page.getByRole('dialog').getByLabel('What for').fill('bring-up');
  await page.getByRole('dialog').getByRole('button', { name: 'Reserve' }).click();
  const bar = timeline.locator('[data-bar]');
  await expect(bar).toHaveAttribute('title', /bring-up/);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await drag(page, timeline, [0, 0.45], [0, 0.55]);
  await expect(page.getByRole('status').filter({ hasText: 'has it then' })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await drag(page, timeline, [0, 0.55], [1, 0.55]);
  await expect(page.getByRole('status').filter({ hasText: `${type}-b` })).toContainText('free');
  await page.mouse.up();
  await expect(page.getByRole('table', { name: 'My reservations' })).toContainText(`${type}-b`);
});

test('everything on the timeline can be done by keys', async ({ page, request }) => {
  const type = await addBoards(request);
  const timeline = await openTimeline(page, type);
  await timeline.focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Shift+ArrowRight', 'Enter'])
    await page.keyboard.press(key);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Boards')).toHaveValue(`${type}-b`);
  await dialog.getByRole('button', { name: 'Reserve' }).click();
  const bar = timeline.locator('[data-bar]');
  await expect(bar).toHaveCount(1);
  await expect(dialog).toHaveCount(0);
  const before = await bar.getAttribute('title');
  await timeline.focus();
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(bar).not.toHaveAttribute('title', before ?? '');
});

test('a board is reserved, its holder and the time that is left are shown, and it is released', async ({
  page,
  request,
}) => {
  const type = await addBoards(request);
  await visit(page, `/boards?find=${type}`);
  await page.getByRole('link', { name: `${type}-a` }).click();
  await page.getByRole('button', { name: 'Reserve now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reserve' }).click();
  await expect(page.getByText(/1\s+h 5\d\s+min left/)).toBeVisible();
  await page.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByRole('table', { name: 'History' })).toContainText('released');
});

test('who manages boards gives a number that goes before those of others in the queue', async ({ page, request }) => {
  const type = await addBoards(request);
  await mutate(request, 'boards.reserve', { selector: `${type}-b`, minutes: 60 });
  await mutate(request, 'boards.reserve', { selector: `${type}-b`, minutes: 60, wait: true });
  await visit(page, `/boards?find=${type}`);
  await page.getByRole('link', { name: `${type}-a` }).click();
  await page.getByRole('button', { name: 'Reserve now' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Boards').fill(`${type}-b`);
  const priority = dialog.getByLabel('Priority');
  await expect(priority).toHaveValue('10');
  await expect(priority).toHaveAccessibleDescription(/People have 10, runs 0/);
  await priority.fill('35');
  await dialog.getByRole('button', { name: 'Reserve' }).click();
  await expect(dialog).toHaveCount(0);

  await visit(page, `/boards?find=${type}`);
  const waiting = page.getByRole('table', { name: 'Queue' }).getByRole('row').filter({ hasText: type });
  await expect(waiting).toHaveCount(2);
  await expect(waiting.nth(0).getByRole('cell', { name: '35', exact: true })).toBeVisible();
  await expect(waiting.nth(1).getByRole('cell', { name: '10', exact: true })).toBeVisible();
});
