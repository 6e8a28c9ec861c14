import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { abort, type LaunchedRun, launch, mutate, origin, query } from './support/api.ts';
import { copyOfThermostat, slowBuild } from './support/firmware.ts';
import { stranger } from './support/stranger.ts';

const password = 'correct horse battery';
let people = 0;

interface People {
  readonly members: readonly { readonly id: string; readonly email: string | null }[];
  readonly places: { readonly projects: readonly { readonly id: string; readonly name: string }[] };
}

/** Invites somebody over the API and joins in a browser of their own, as the invited person would. */
async function join(
  browser: Browser,
  request: APIRequestContext,
  { role, project = null }: { role: string; project?: string | null },
): Promise<{ page: Page; email: string; id: string }> {
  people += 1;
  const email = `person${people}.${process.pid}@example.org`;
  const place = { project, site: null };
  const { url } = await mutate<{ url: string }>(request, 'people.invite', { email, role, place });
  const page = await (await stranger(browser)).newPage();
  await page.goto(url);
  await page.getByLabel('Your name').fill(`Person ${people}`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const { members } = await query<People>(request, 'people.list', {});
  return { page, email, id: members.find((member) => member.email === email)?.id ?? '' };
}

/** A run that goes on for a while, in a project of its own. */
async function runOfItsOwn(request: APIRequestContext): Promise<{ run: LaunchedRun; project: string }> {
  const folder = await copyOfThermostat(slowBuild(60));
  const run = await launch(request, folder);
  const { detail } = await query<{ detail: { project: string } }>(request, 'runs.page', { run: run.id });
  const { places } = await query<People>(request, 'people.list', {});
  return { run, project: places.projects.find(({ name }) => name === detail.project)?.id ?? '' };
}

test('an admin invites by a link that is shown once, and the invited person signs in again by password', async ({
  browser,
  page,
}) => {
  await page.goto('/settings/people');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('E-mail').fill(`ada.${process.pid}@example.org`);
  await page.getByLabel('Role', { exact: true }).selectOption('lead');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = (await page.getByLabel('invitation link', { exact: true }).textContent()) ?? '';
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText(link)).toHaveCount(0);

  const context = await stranger(browser);
  const ada = await context.newPage();
  await ada.goto(link);
  await ada.getByLabel('Your name').fill('Ada');
  await ada.getByLabel('Password').fill(password);
  await ada.getByRole('button', { name: 'Join' }).click();
  await expect(ada.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await ada.getByRole('button', { name: 'Your account' }).click();
  await ada.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(ada.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await ada.getByLabel('E-mail').fill(`ada.${process.pid}@example.org`);
  await ada.getByLabel('Password').fill('not the password');
  await ada.getByRole('button', { name: 'Sign in' }).click();
  await expect(ada.getByText('Invalid email or password')).toBeVisible();
  await ada.getByLabel('Password').fill(password);
  await ada.getByRole('button', { name: 'Sign in' }).click();
  await expect(ada.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await ada.goto('/settings/people');
  await expect(ada.getByText('You may not manage people')).toBeVisible();
  await context.close();
});

test('a viewer of one project sees its runs, no others, and changes nothing', async ({ browser, request }) => {
  const { run, project } = await runOfItsOwn(request);
  const { page } = await join(browser, request, { role: 'viewer', project });
  await page.goto('/runs');
  await expect(page.getByRole('link', { name: new RegExp(`#${run.number}\\b`) }).first()).toBeVisible();
  expect((await page.request.get('/runs/1')).status()).toBe(404);
  const list = await query<{ number: number }[]>(page.request, 'runs.list', {});
  expect(list.map(({ number }) => number)).toEqual([run.number]);
  const command = { runId: run.id, commandId: crypto.randomUUID(), reason: 'I may not' };
  const refused = await page.request.post('/api/trpc/runs.abort', { data: command, headers: { origin: origin() } });
  expect(refused.status()).toBe(403);
  await abort(request, run);
  await page.context().close();
});

test('an open page says that its reader is signed out as soon as the session ends, and leads back to itself', async ({
  browser,
  request,
}) => {
  const { page, email, id } = await join(browser, request, { role: 'viewer' });
  await page.goto('/runs/1');
  await expect(page.getByText('live', { exact: true }).or(page.getByText('SUCCESS').first()).first()).toBeVisible();
  await mutate(request, 'people.signOut', { personId: id });
  await expect(page.getByRole('alert').filter({ hasText: 'You are signed out' })).toBeVisible({ timeout: 5_000 });
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/runs\/1$/);
  await page.context().close();
});

test('an open page says so when its reader loses the right to see it', async ({ browser, request }) => {
  const { run, project } = await runOfItsOwn(request);
  const { page, id } = await join(browser, request, { role: 'viewer', project });
  await page.goto(`/runs/${run.number}`);
  await expect(page.getByText('live', { exact: true }).first()).toBeVisible();
  await mutate(request, 'people.setRole', { personId: id, role: null, place: { project, site: null } });
  await expect(page.getByText('You may not see this any more')).toBeVisible({ timeout: 5_000 });
  await abort(request, run);
  await page.context().close();
});

test('a token lets a program do what it was made for until it is revoked', async ({ page, playwright }) => {
  await page.goto('/settings/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const name = `ci ${process.pid}`;
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
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).not.toContainText('never');
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(row).toContainText('revoked');
  expect((await program.get('/api/trpc/runs.list?input=%7B%7D')).status()).toBe(401);
  await program.dispose();
});
