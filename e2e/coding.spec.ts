import { expect, test } from '@playwright/test';
import { copyOfExample } from './support/firmware.ts';
import { visit } from './support/visit.ts';

test.setTimeout(240_000);

test('a coding session is launched, shows what is said and judged, and deploys when somebody asks for it', async ({
  page,
}) => {
  const folder = await copyOfExample('debounce');
  await visit(page, `/runs/new?folder=${encodeURIComponent(folder)}&mode=interactive`);
  const aside = page.getByRole('complementary', { name: 'What will happen' });
  await expect(aside).toContainText('reviews it from four sides', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Launch run' }).click();

  const session = page.getByRole('log', { name: 'Session' });
  const brain = page.getByRole('log', { name: 'Brain and judge' });
  await expect(page.getByText('Asking for the deployment is refused now')).toBeVisible();
  await expect(session).toContainText('BUTTON_HELD is reported', { timeout: 90_000 });
  await expect(session).toContainText('test_pass');
  await expect(brain).toContainText('a press just before the clock wraps is never held', { timeout: 60_000 });

  await expect(page.getByText('Asking for the deployment works now')).toBeVisible({ timeout: 120_000 });
  await page.getByLabel('Message to the session').fill('deploy it');
  await page.getByRole('button', { name: 'Send the message' }).click();
  const card = page.getByRole('region', { name: 'The rewritten instruction' });
  await expect(card).toContainText('deploy it', { timeout: 60_000 });
  await expect(card.getByLabel('As the session will hear it')).toHaveValue(/Deploy what is committed/);
  await card.getByRole('button', { name: 'Deploy it' }).click();
  await expect(brain).toContainText('`sh tools/target.sh deploy` passed', { timeout: 60_000 });
  await expect(page.getByLabel('Message to the session')).toHaveCount(0);
});
