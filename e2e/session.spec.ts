import { expect, test } from '@playwright/test';
import { copyOfExample } from './support/firmware.ts';
import { visit } from './support/visit.ts';

test('a session shows its document, is told another one, is confirmed, blocked, unblocked by a fix, and archived', async ({
  page,
}) => {
  const folder = await copyOfExample('alarm');
  await visit(page, `/runs/new?folder=${encodeURIComponent(folder)}&mode=interactive`);
  await expect(page.getByLabel('Requirement')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Launch run' }).click();

  const asks = page.getByRole('region', { name: 'What the session asks' });
  await expect(asks).toContainText('The document needs a yes', { timeout: 60_000 });
  const document = page.locator('#document');
  await expect(document).toContainText('Count how often the alarm goes on');
  await document.getByRole('button', { name: 'Edit the document' }).click();
  await document.getByLabel('Title').fill('A calm alarm');
  await document.getByRole('button', { name: 'Show this document instead' }).click();
  await expect(document.getByRole('heading', { name: 'A calm alarm' })).toBeVisible({ timeout: 30_000 });
  await expect(document).toContainText('version 2');
  await asks.getByRole('button', { name: 'Go' }).click();

  await expect(asks).toContainText('Blocked: somebody is needed', { timeout: 90_000 });
  await expect(page.getByText('1 of 2 tasks done')).toBeVisible();
  await asks.getByLabel('How to mend it').fill('Stop counting at 255, and keep the field a byte.');
  await asks.getByRole('button', { name: 'Give this fix' }).click();

  await expect(page.getByText('2 of 2 tasks done').first()).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('archived').first()).toBeVisible({ timeout: 30_000 });
  await page.getByText('active_context.md as it stands').click();
  await expect(page.getByText(/task_status: IDLE/)).toBeVisible();
});
