import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { visit } from './support/visit.ts';

test('a list of boards says what it would change and what is wrong with it before it is taken over', async ({
  page,
}) => {
  const type = `i${crypto.randomUUID().slice(0, 8)}`;
  await visit(page, '/boards/import');
  const list = page.getByLabel('List of boards');
  await list.fill(
    `boards: [{name: ${type}-1, type: ${type}, serial: 0006}, {name: ${type}-2, type: ${type}, serial: 0006}]`,
  );
  await page.getByRole('button', { name: 'Look what would change' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    `board 2 is a ${type} with the serial number 0006, as is board 1`,
  );

  await page.getByLabel('File').setInputFiles({
    name: 'boards.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from(`boards: [{name: ${type}-1, type: ${type}, serial: 0006, notes: "<b>loose</b> button"}]`),
  });
  await page.getByRole('button', { name: 'Look what would change' }).click();
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText(`${type}-1`);
  await expectAccessible(page);
  await list.press('End');
  await list.press('Space');
  await expect(page.getByRole('button', { name: /^Take over/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Look what would change' }).click();
  await page.getByRole('button', { name: /^Take over/ }).click();
  await expect(page).toHaveURL(/\/boards$/);
  await page.getByRole('link', { name: `${type}-1` }).click();
  await expect(page.getByRole('main')).toContainText('<b>loose</b> button');
  await expect(page.getByRole('main')).toContainText('0006');
});
