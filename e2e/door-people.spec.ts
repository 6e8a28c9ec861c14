import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { type LaunchedRun, mutate, origin, query } from './support/api.ts';
import { copyOfThermostat, slowBuild } from './support/firmware.ts';
import { join, joinBy, newEmail, password } from './support/join.ts';
import { test } from './support/test.ts';
import { untilAwake, visit } from './support/visit.ts';

interface People {
  readonly places: { readonly projects: readonly { readonly id: string; readonly name: string }[] };
}

/** The project of a run; each copy of the firmware has its own. */
async function projectOf(request: APIRequestContext, run: LaunchedRun): Promise<string> {
  const { detail } = await query<{ detail: { project: string } }>(request, 'runs.page', { run: run.id });
  const { places } = await query<People>(request, 'people.list', {});
  return places.projects.find(({ name }) => name === detail.project)?.id ?? '';
}

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('an admin invites by a link that is shown once, and the invited person signs in again by password', async ({
  browser,
  page,
}) => {
  const email = newEmail();
  await visit(page, '/settings/people');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Role', { exact: true }).selectOption('lead');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = (await page.getByLabel('invitation link', { exact: true }).textContent()) ?? '';
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText(link)).toHaveCount(0);

  const joined = await joinBy(browser, link);
  await untilAwake(joined);
  await joined.getByRole('button', { name: 'Your account' }).click();
  await joined.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(joined.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await untilAwake(joined);

  await signIn(joined, email, 'not the password');
  await expect(joined.getByText('Invalid email or password')).toBeVisible();
  await signIn(joined, email);
  await expect(joined.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await visit(joined, '/settings/people');
  await expect(joined.getByText('You may not manage people')).toBeVisible();
  await joined.context().close();
});

test('a viewer of one project sees its runs, no others, and changes nothing', async ({ browser, request, launch }) => {
  const run = await launch(await copyOfThermostat(slowBuild(120)));
  const project = await projectOf(request, run);
  const { page } = await join(browser, request, { role: 'viewer', project });
  await visit(page, '/runs');
  await expect(page.getByRole('link', { name: new RegExp(`#${run.number}\\b`) }).first()).toBeVisible();
  expect((await page.request.get('/runs/1')).status()).toBe(404);
  const list = await query<{ number: number }[]>(page.request, 'runs.list', {});
  expect(list.map(({ number }) => number)).toEqual([run.number]);
  const command = { runId: run.id, commandId: crypto.randomUUID(), reason: 'I may not' };
  const refused = await page.request.post('/api/trpc/runs.abort', { data: command, headers: { origin: origin() } });
  expect(refused.status()).toBe(403);
  await page.context().close();
});

test('an open page says that its reader is signed out as soon as the session ends, and leads back to itself', async ({
  browser,
  request,
}) => {
  const { page, email, id } = await join(browser, request, { role: 'viewer' });
  await visit(page, '/runs/1');
  await expect(page.getByText('live', { exact: true }).or(page.getByText('SUCCESS').first()).first()).toBeVisible();
  await mutate(request, 'people.signOut', { personId: id });
  await expect(page.getByRole('alert').filter({ hasText: 'You are signed out' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await untilAwake(page);
  await signIn(page, email);
  await expect(page).toHaveURL(/\/runs\/1$/);
  await page.context().close();
});

test('an open page says so when its reader loses the right to see it', async ({ browser, request, launch }) => {
  const run = await launch(await copyOfThermostat(slowBuild(120)));
  const project = await projectOf(request, run);
  const { page, id } = await join(browser, request, { role: 'viewer', project });
  await visit(page, `/runs/${run.number}`);
  await expect(page.getByText('live', { exact: true }).first()).toBeVisible();
  await mutate(request, 'people.setRole', { personId: id, role: null, place: { project, site: null } });
  await expect(page.getByText('You may not see this any more')).toBeVisible();
  await page.context().close();
});

test('a token lets a program do what it was made for until it is revoked', async ({ page, playwright }) => {
  await visit(page, '/settings/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const name = `ci ${crypto.randomUUID()}`;
  await page.getByLabel('What is it for?').fill(name);
  await page.getByLabel('runs:read').check();
  await page.getByRole('button', { name: 'Make the token' }).click();
  const token = (await page.getByLabel('token', { exact: true }).textContent()) ?? '';
  expect(token).toMatch(/^flt_[\w-]{43}$/);

  const program = await playwright.request.newContext({
    baseURL: origin(),
    storageState: { cookies: [], origins: [] },
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await program.get('/api/trpc/runs.list?input=%7B%7D')).status()).toBe(200);
  expect((await program.get('/api/trpc/people.list')).status()).toBe(403);
  expect((await program.get('/api/trpc/account.me')).status()).toBe(403);
  await visit(page, '/settings/tokens');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).not.toContainText('never');
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(row).toContainText('revoked');
  expect((await program.get('/api/trpc/runs.list?input=%7B%7D')).status()).toBe(401);
  await program.dispose();
});
