import { join as pathOf } from 'node:path';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { mutate, query } from './support/api.ts';
import { type EmulatedBoard, emulatedBoard } from './support/emulated-board.ts';
import { join } from './support/join.ts';
import { visit } from './support/visit.ts';

/** What somebody typed on the board's last console, as the recording has it. */
async function typedOn(request: APIRequestContext, { id }: EmulatedBoard): Promise<string> {
  const { sessions } = await query<{ sessions: { id: string }[] }>(request, 'consoles.state', { board: id });
  const { words } = await query<{ words: { way: string; bytes: string }[] }>(request, 'consoles.replay', {
    board: id,
    session: sessions[0]?.id,
  });
  return words.map(({ way, bytes }) => (way === 'in' ? Buffer.from(bytes, 'base64').toString() : '')).join('');
}

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const consoleOn = (page: Page, { name }: EmulatedBoard) => page.getByRole('region', { name: `Console of ${name}` });

test('who has a board switches it and types on its console, others read along, and all of it closes with the lease and is replayed', async ({
  browser,
  page,
  request,
}) => {
  const board = await emulatedBoard(request);
  const { page: watcher } = await join(browser, request, { role: 'viewer' });
  const asked = { selector: board.name, minutes: 30, purpose: 'bring-up' };
  const { id: reservation } = await mutate<{ id: string }>(request, 'boards.reserve', asked);

  await visit(page, `/boards/${board.id}/console`);
  const main = page.getByRole('main');
  await expect(main).toContainText(/You have it: bring-up · 29\s*min \d\d\s*s left/);
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(main).toContainText('the board is on, as its switch says');
  await expect(consoleOn(page, board)).toContainText('ready>');

  await visit(watcher, `/boards/${board.id}/console`);
  await expect(watcher.getByRole('main')).toContainText('you watch');
  await expect(watcher.getByRole('main').getByRole('button', { name: /^Switch|^Power|^Open/ })).toHaveCount(0);
  await expect(consoleOn(watcher, board)).toContainText('ready>');
  await consoleOn(watcher, board).click();
  await watcher.keyboard.type('intruder');

  await consoleOn(page, board).click();
  await page.keyboard.type('hello');
  for (const reader of [page, watcher]) await expect(consoleOn(reader, board)).toContainText('ready> hello');
  await page.getByRole('button', { name: 'Power-cycle' }).click();
  await expect(consoleOn(watcher, board)).toContainText(/ready> hello.*ready>/s);

  await expectAccessible(page);

  await mutate(request, 'boards.release', { reservation });
  for (const reader of [page, watcher])
    await expect(reader.getByRole('main')).toContainText('The console is closed: the lease ended: released');
  await expect(page.getByRole('button', { name: 'Open the console' })).toHaveCount(0);
  expect(await typedOn(request, board)).toBe('hello');

  for (const reader of [page, watcher]) {
    await reader.getByRole('button', { name: 'Replay' }).click();
    await expect(reader.getByRole('region', { name: `What ${board.name} said` })).toContainText('ready> hello');
  }
  await watcher.context().close();
});

test('how boards of a type are checked is said on the page of one, and a check then flashes its golden image', async ({
  page,
  request,
}) => {
  const board = await emulatedBoard(request);
  await visit(page, `/boards/${board.id}`);
  const checks = section(page, 'Checks');
  await checks.getByRole('button', { name: 'Change…' }).click();
  const form = page.getByRole('dialog', { name: `How ${board.type} boards are checked` });
  await form.getByLabel('Check by itself').selectOption('never');
  await form.getByLabel('Golden image').setInputFiles(pathOf(board.folder, 'trial.elf'));
  await form.getByLabel('It prints').fill('^(ready');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('is not valid at character');
  await form.getByLabel('It prints').fill('^ready>');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(checks).toContainText('trial.elf, a line like ^ready>');

  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(section(page, 'Health')).toContainText('power, console, golden image work', { timeout: 30_000 });
  await expect(section(page, 'The board')).toContainText('good');
});
