import { expect, test } from '@playwright/test';
import { abort, query } from './support/api.ts';
import { endedRun } from './support/ended-run.ts';
import { openedFork } from './support/opened-fork.ts';
import { visit } from './support/visit.ts';

type Row = { seq: number; to: string; iteration: number };

test('a slider shows the whole page as it stood, its address shows a colleague the same, and a fork begins there', async ({
  page,
  request,
}) => {
  const run = await endedRun(request);
  const rows = await query<Row[]>(request, 'runs.trace', { runId: run.id });
  const then = rows.findLast(({ to, iteration }) => iteration === 2 && to === 'RESULT_ANALYSIS');
  const seq = then?.seq ?? 0;
  expect(seq).toBeGreaterThan(1);

  await visit(page, `/runs/${run.number}?tab=trace`);
  const slider = page.getByRole('slider', { name: 'Transition' });
  await expect(slider).toHaveAttribute('max', String(rows.length));
  await expect(async () => {
    // What is done before the page is awake is lost, and doing the same again is no change.
    await slider.fill('1');
    await slider.fill(String(seq));
    await expect(page).toHaveURL(new RegExp(`at=${seq}`), { timeout: 2_000 });
  }).toPass();
  const strip = page.getByRole('navigation', { name: 'Iterations' });
  await expect(page.getByText('the past', { exact: true })).toBeVisible();
  await expect(strip.getByRole('listitem')).toHaveCount(3);
  const states = page.getByRole('group', { name: 'States of the machine' });
  await expect(states.locator('[aria-current=step]')).toContainText('RESULT_ANALYSIS');
  const heat = page.getByRole('table', { name: 'Tests over iterations' });
  await expect(heat.getByRole('columnheader')).toHaveText(['Test', '0', '1', '2']);
  await expect(heat.getByRole('button', { name: /iteration 2: regression$/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText(new RegExp(`^${seq}\\stransitions$`))).toBeVisible();
  await expect(page.getByRole('region', { name: 'Final report' })).toHaveCount(0);

  await visit(page, page.url());
  await expect(page.getByText(`transition ${seq} of ${rows.length}`)).toBeVisible();
  await page.getByRole('button', { name: 'Fork from here…' }).click();
  await page.getByLabel('Reason').fill('another way from the second iteration');
  await page.getByRole('button', { name: 'Fork run' }).click();
  const fork = await openedFork(page, request, run);
  await abort(request, fork);
});

test('the trace is searched by words and by state, and a row leads to its moment', async ({ page, request }) => {
  const run = await endedRun(request);
  await visit(page, `/runs/${run.number}?tab=trace`);
  const search = page.getByRole('textbox', { name: 'Search the trace' });
  await expect(async () => {
    await search.fill('');
    await search.fill('MINUTES_PER_DAY');
    await expect(page.getByText(/transitions? found$/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('article').first()).toContainText('MINUTES_PER_DAY');
  await expect(page).toHaveURL(/q=MINUTES_PER_DAY/);
  await page
    .getByRole('link', { name: /^Transition \d+$/ })
    .first()
    .click();
  await expect(page.getByText('the past', { exact: true })).toBeVisible();
});

test('an address that was cut or mistyped is answered as well as it can be', async ({ page, request }) => {
  const run = await endedRun(request);
  const rows = await query<Row[]>(request, 'runs.trace', { runId: run.id });
  await visit(page, `/runs/${run.number}?tab=trace&state=`);
  await expect(page.getByText(new RegExp(`^${rows.length}\\stransitions$`))).toBeVisible();
  await visit(page, `/runs/${run.number}?tab=trace&q=${'z'.repeat(300)}`);
  await expect(page.getByText('No transition is like that.')).toBeVisible();
  await visit(page, `/runs/${run.number}?tab=trace&at=0`);
  await expect(page.getByText(new RegExp(`^${rows.length}\\stransitions$`))).toBeVisible();
  await visit(page, `/runs/${run.number}?tab=iteration&iteration=-3`);
  await expect(page.getByRole('tab', { name: 'Base' })).toBeVisible();
});

test('of many tests a group and a name are chosen, and a cell tells its message, its way and other runs', async ({
  page,
  request,
}) => {
  const run = await endedRun(request);
  await visit(page, `/runs/${run.number}`);
  await page.getByRole('combobox', { name: 'Which tests' }).selectOption('fixed');
  await expect(page).toHaveURL(/tests=fixed/);
  await page.getByRole('textbox', { name: 'Find a test' }).fill('sensor_interpolates');
  const heat = page.getByRole('table', { name: 'Tests over iterations' });
  await expect(heat.getByRole('rowheader')).toHaveCount(2);
  await heat.getByRole('button', { name: 'sensor_interpolates_below_freezing, iteration 0: still failing' }).click();
  const history = page.getByRole('navigation', { name: 'History of the test in this run' });
  await expect(history.getByRole('link')).toHaveCount(7);
  await expect(page.getByRole('main')).toContainText('Expected -300 Was');
  await history.getByRole('link', { name: /: fixed$/ }).click();
  await expect(page.getByText('fixed in iteration 4')).toBeVisible();
});

test('an error of the build leads to its line in the patch', async ({ page, request }) => {
  const run = await endedRun(request);
  await visit(page, `/runs/${run.number}?tab=iteration&iteration=3`);
  await page
    .getByRole('link', { name: /^src\/schedule\.c:\d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/line=src/);
  await expect(page.locator('[data-lit]').first()).toBeAttached();
  await expect(page.getByText('compiler error').first()).toBeVisible();
});

test('a trace that could not be read is read again without being asked', async ({ page, request }) => {
  const run = await endedRun(request);
  const rows = await query<Row[]>(request, 'runs.trace', { runId: run.id });
  await page.route(/runs\.trace/, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed', (asked) => asked.url().includes('runs.trace'));
  await visit(page, `/runs/${run.number}?tab=logs`);
  await page.getByRole('tab', { name: 'Trace' }).click();
  await failed;
  await expect(page.getByText(new RegExp(`^${rows.length}\\stransitions$`))).toBeVisible();
});

test('the newest transitions come with the page that is opened at its trace', async ({ page, request }) => {
  const run = await endedRun(request);
  await page.route(/api\/trpc/, (route) => route.abort());
  await page.goto(`/runs/${run.number}?tab=trace`);
  await expect(page.getByRole('article').first()).toContainText('SUCCESS');
});

test('on a narrow screen the open iteration is in sight in the row, and its results come when they are scrolled to', async ({
  page,
  request,
}) => {
  const run = await endedRun(request);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/runs/${run.number}?tab=iteration`);
  const strip = page.getByRole('navigation', { name: 'Iterations' });
  await expect.poll(() => strip.evaluate((row) => row.scrollLeft)).toBeGreaterThan(0);
  await page.getByRole('heading', { name: 'Results', exact: true }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('table', { name: 'Test results' })).toBeVisible();
});

test('back returns to the tab before, and out of a look at the past as a whole', async ({ page, request }) => {
  const run = await endedRun(request);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await visit(page, `/runs/${run.number}?tab=trace`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await tab('Logs').click();
  await expect(page).toHaveURL(/tab=logs/);
  await tab('Cost').click();
  await expect(page).toHaveURL(/tab=cost/);
  const slider = page.getByRole('slider', { name: 'Transition' });
  for (const seq of [3, 5, 8]) {
    await slider.fill(String(seq));
    await expect(page).toHaveURL(new RegExp(`at=${seq}$`));
  }

  await page.goBack();
  await expect(page.getByText('the past', { exact: true })).toHaveCount(0);
  await expect(tab('Cost')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(tab('Logs')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(tab('Trace')).toHaveAttribute('aria-selected', 'true');
  await page.goForward();
  await expect(tab('Logs')).toHaveAttribute('aria-selected', 'true');
});
