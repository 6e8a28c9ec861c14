import { expect, type Page } from '@playwright/test';
import { type LaunchedRun, mutate, query, stateOf } from './support/api.ts';
import { copyOfThermostat, slowRebuild } from './support/firmware.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

let run: LaunchedRun;

test.beforeEach(async ({ page, request, launch }) => {
  run = await launch(await copyOfThermostat(slowRebuild(120)), { mode: 'interactive' });
  await visit(page, `/runs/${run.number}?tab=trace`);
  await expect.poll(() => stateOf(request, run), { timeout: 60_000 }).toBe('BUILD_RUN');
});

const patch = [
  'diff --git a/src/remark.c b/src/remark.c',
  'new file mode 100644',
  '--- /dev/null',
  '+++ b/src/remark.c',
  '@@ -0,0 +1 @@',
  '+extern int remark;',
  '',
].join('\n');

test('a patch by hand says what it will do, stops the build that runs, and is tried under its author', async ({
  page,
}) => {
  const dialog = await open(page, 'Submit a patch…');
  await dialog.getByLabel('Patch').fill(patch.replace('src/remark.c', 'tests/remark.c').replaceAll('src/', 'tests/'));
  await expect(dialog).toContainText(/policy refuses the patch/i);
  await dialog.getByLabel('Patch').fill(patch);
  const effect = dialog.getByRole('region', { name: 'What it will do' });
  await expect(effect).toContainText('to PATCH_APPLY');
  await dialog.getByLabel('Reason').fill('my own idea');
  await dialog.getByRole('button', { name: 'Submit patch' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/owner gives a patch of risk .*my own idea/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/to [0-9a-f]{12}, which gives [0-9a-f]{12}/).first()).toBeVisible({ timeout: 60_000 });
});

test('a run rolls back to the base and goes on from there', async ({ page }) => {
  const dialog = await open(page, 'Roll back…');
  await expect(dialog.getByLabel('Back to')).toContainText('the base · 33 of 48 pass');
  await expect(dialog).toContainText('to HUMAN_REVIEW.ROLL_BACK');
  await dialog.getByLabel('Reason').fill('begin anew');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByText('the worktree is at iteration 0 again')).toBeVisible({ timeout: 60_000 });
});

test('what makes no sense now says why before it is sent', async ({ page }) => {
  const again = await open(page, 'Run tests again…');
  await expect(again).toContainText('A patch is being tried');
  await expect(again.getByRole('button', { name: 'Run tests again' })).toBeDisabled();
  await page.keyboard.press('Escape');
  const other = await open(page, 'Switch strategy…');
  await expect(other).toContainText('there is none to switch to');
});

test('whoever was slower hears who was quicker, and nothing is done twice', async ({ page, request }) => {
  const dialog = await open(page, 'Accept as it is…');
  await expect(dialog).toContainText('SUCCESS_WITH_WARNING');
  await dialog.getByLabel('Reason').fill('good enough');
  const { detail } = await query<{ detail: { seq: number } }>(request, 'runs.page', { run: run.id });
  const deed = { deed: { kind: 'pause' }, reason: 'I was quicker', commandId: crypto.randomUUID(), since: detail.seq };
  await Promise.all([1, 2].map(() => mutate(request, 'runs.stepIn', { runId: run.id, ...deed })));
  await dialog.getByRole('button', { name: 'Accept with a warning' }).click();
  await expect(dialog).toContainText('owner was quicker: pause while you looked');
  await expect(page.getByText('paused', { exact: true })).toBeVisible();
  const trace = await query<{ reason: string }[]>(request, 'runs.trace', { runId: run.id });
  expect(trace.filter(({ reason }) => reason.includes('I was quicker'))).toHaveLength(1);
});

async function open(page: Page, item: string) {
  await page.getByRole('button', { name: 'Intervene' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  return page.getByRole('dialog');
}
