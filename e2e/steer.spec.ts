import { expect, type Page } from '@playwright/test';
import { abort, type LaunchedRun, mutate, query, stateOf } from './support/api.ts';
import { copyOfThermostat, slowBuild } from './support/firmware.ts';
import { openedFork } from './support/opened-fork.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

let run: LaunchedRun;

// The first build lasts as long as a test looks at it.
test.beforeEach(async ({ page, launch }) => {
  run = await launch(await copyOfThermostat(slowBuild(120)), { mode: 'interactive' });
  await visit(page, `/runs/${run.number}?tab=trace`);
});

test('a paused run waits, and goes on when it is resumed, each with its reason in the trace', async ({ page }) => {
  await decide(page, 'Pause', 'Pause run', 'the bench is being moved');
  await expect(page.getByText('paused', { exact: true })).toBeVisible();
  await expect(page.getByText('the bench is being moved')).toBeVisible();
  await decide(page, 'Resume', 'Resume run', 'the bench is back');
  await expect(page.getByText('running', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('the bench is back')).toBeVisible();
});

test('an aborted run ends and says who wanted it and why', async ({ page }) => {
  await decide(page, 'Abort…', 'Abort run', 'wrong branch');
  await expect(page.getByRole('region', { name: 'Final report' })).toContainText('wrong branch', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
});

test('a message to the agent stands in the trace with its author', async ({ page }) => {
  await page.getByRole('button', { name: 'Message…' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('w'.repeat(10_001));
  await expect(page.getByRole('dialog')).toContainText(/a message has at most/);
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Message' }).fill('look at the night slots first');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText(/owner leaves a note .*look at the night slots first/)).toBeVisible({ timeout: 60_000 });
});

test('changed limits hold at once and say what they will do before', async ({ page }) => {
  await page.getByRole('button', { name: 'Intervene' }).click();
  await page.getByRole('menuitem', { name: 'Change criteria and limits…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Iterations at most').fill('3');
  await expect(dialog).toContainText(/Up to 3 more after iteration 0/);
  await dialog.getByLabel('Reason').fill('three are enough');
  await dialog.getByRole('button', { name: 'Change limits' }).click();
  await expect(page.getByText(/of 3$/)).toBeVisible();
  await expect(page.getByText(/three are enough/)).toBeVisible();
});

test('a fork begins with the log of the run and goes its own way', async ({ page, request }) => {
  await expect.poll(() => stateOf(request, run), { timeout: 60_000 }).toBe('INIT.BASELINE_BUILD.BUILD');
  await page.getByRole('button', { name: 'Intervene' }).click();
  await page.getByRole('menuitem', { name: 'Fork from here…' }).click();
  await page.getByLabel('Reason').fill('try it with other limits');
  await page.getByRole('button', { name: 'Fork run' }).click();
  const fork = await openedFork(page, request, run);
  await expect(page.getByRole('link', { name: `#${run.number}`, exact: true })).toBeVisible();
  await abort(request, fork);
});

test('what the run does not take now is refused in words, and nothing is changed', async ({ page }) => {
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByLabel('Reason').fill('lunch');
  await mutate(page.request, 'runs.pause', { runId: run.id, commandId: crypto.randomUUID(), reason: 'I was quicker' });
  await page.getByRole('button', { name: 'Pause run' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(/Nothing was changed: .*paused/);
});

test('two presses of one button are one effect', async ({ page, request }) => {
  await page.getByRole('button', { name: 'Message…' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('only once');
  await page.getByRole('button', { name: 'Send message' }).dblclick();
  await expect(page.getByText(/leaves a note .*only once/)).toHaveCount(1, { timeout: 60_000 });
  const trace = await query<{ reason: string }[]>(request, 'runs.trace', { runId: run.id });
  expect(trace.filter(({ reason }) => reason.includes('only once'))).toHaveLength(1);
});

test('the same command sent twice is one transition', async ({ request }) => {
  const command = { runId: run.id, commandId: crypto.randomUUID(), reason: 'sent by two tabs' };
  await Promise.all([mutate(request, 'runs.pause', command), mutate(request, 'runs.pause', command)]);
  const trace = await query<{ reason: string }[]>(request, 'runs.trace', { runId: run.id });
  expect(trace.filter(({ reason }) => reason.includes('sent by two tabs'))).toHaveLength(1);
});

/** Opens a dialog, gives the reason and confirms. */
async function decide(page: Page, opens: string, confirms: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: opens, exact: true }).click();
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: confirms }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
}
