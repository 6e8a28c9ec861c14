import { expect, test } from '@playwright/test';
import { endedRun } from './support/ended-run.ts';

test('what is typed and chosen before the page is awake counts as soon as it is', async ({ page, request }) => {
  await endedRun(request);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/runs', { waitUntil: 'commit' });
  const search = page.getByRole('searchbox', { name: /Search by project/ });
  await search.fill('early');
  const outcome = page.getByLabel('State or outcome');
  await outcome.selectOption('outcome:SUCCESS');
  letGo();
  await expect(page).toHaveURL(/early/, { timeout: 30_000 });
  await expect(page).toHaveURL(/SUCCESS/);
  await expect(search).toHaveValue('early');
  await expect(outcome).toHaveValue('outcome:SUCCESS');
});
