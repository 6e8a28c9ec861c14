import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { rules } from '#server/api/permissions.ts';
import { homeAt } from '../bin/stack/home.ts';
import { writeOwnerToken } from '../bin/stack/owner-token.ts';
import { origin } from './support/api.ts';
import { copyOfThermostat } from './support/firmware.ts';
import { stranger } from './support/stranger.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

const nothing = '00000000-0000-4000-8000-000000000000';

/** What answers without signing in: the ways in, and that the server lives. */
const open: readonly string[] = ['/sign-in', '/invite', '/enter', '/healthz', '/api/auth/x'];

/** The address of every page or every other route that there is, with something for its parameters. */
async function addresses(kind: 'page.tsx' | 'route.ts'): Promise<string[]> {
  const root = join(import.meta.dirname, '..', 'app');
  const found = await readdir(root, { recursive: true });
  return found
    .filter((file) => basename(file) === kind)
    .map((file) => `/${dirname(file)}`.replace(/\/\([^)]*\)|^\/\.$/g, '').replace(/\[+[^\]]*\]+/g, 'x') || '/')
    .filter((address) => !open.includes(address));
}

test('the printed link lets its reader in once and nobody after', async ({ browser }) => {
  const token = await writeOwnerToken(homeAt(process.env.FIRMLOOP_HOME ?? ''));
  const first = await stranger(browser);
  const page = await first.newPage();
  await visit(page, `/enter?token=${token}`);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  const [cookie] = await first.cookies();
  expect(cookie).toMatchObject({ name: 'firmloop_session', httpOnly: true, sameSite: 'Lax' });

  const second = await stranger(browser);
  const late = await second.newPage();
  await visit(late, `/enter?token=${token}`);
  await expect(late.getByText('That link has been used')).toBeVisible();
  await visit(late, '/');
  await expect(late).toHaveURL(/\/sign-in$/);
  await Promise.all([first.close(), second.close()]);
});

test('no page, procedure, stream or file answers somebody who has not signed in', async ({ browser }) => {
  const context = await stranger(browser);
  const pages = await addresses('page.tsx');
  expect(pages).toEqual(expect.arrayContaining(['/', '/runs', '/runs/x', '/settings/people']));
  for (const path of pages) {
    const answer = await context.request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], path).toEqual([307, '/sign-in']);
  }
  const files = await addresses('route.ts');
  expect(files).toEqual(expect.arrayContaining(['/api/artifacts/x', '/api/logs/x', '/api/trpc/x']));
  for (const path of files) {
    const read = (await context.request.get(path)).status();
    // What only takes something is not there to be read.
    const taken = read === 405 ? await context.request.post(path, { data: {}, headers: { origin: origin() } }) : null;
    expect(taken?.status() ?? read, path).toBe(401);
  }
  for (const procedure of Object.keys(rules).filter((name) => !name.startsWith('/'))) {
    const read = await context.request.get(`/api/trpc/${procedure}`);
    const written = await context.request.post(`/api/trpc/${procedure}`, { data: {}, headers: { origin: origin() } });
    const statuses = [read.status(), written.status()];
    expect(statuses, procedure).toContain(401);
    expect(
      statuses.filter((status) => status !== 401 && status !== 405),
      procedure,
    ).toEqual([]);
  }
  await context.close();
});

test('the server tells a stranger only that it lives and how to sign in', async ({ browser }) => {
  const context = await stranger(browser);
  expect(await (await context.request.get('/healthz')).text()).toBe('ok\n');
  const page = await context.newPage();
  await visit(page, '/sign-in');
  await expect(page.getByText('npm start')).toBeVisible();
  await context.close();
});

test('a page of another site can change nothing, even in a signed-in browser', async ({ request }) => {
  const folder = await copyOfThermostat();
  const foreign = { origin: 'http://evil.example', 'content-type': 'text/plain' };
  for (const headers of [foreign, { ...foreign, 'content-type': 'application/json' }]) {
    const answer = await request.post('/api/trpc/launch.start', {
      headers,
      data: JSON.stringify({ choices: { folder } }),
    });
    expect(answer.status()).toBe(403);
  }
});

test('every page forbids frames, foreign scripts and guessed types', async ({ request }) => {
  for (const path of ['/', '/sign-in', '/runs']) {
    const headers = (await request.get(path)).headers();
    expect(headers['content-security-policy'], path).toMatch(/script-src 'self' 'nonce-[^']+'.*frame-ancestors 'none'/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
  }
});

test('an artifact and a log are served as text that no browser runs', async ({ request, launch }) => {
  const run = await launch(await copyOfThermostat(), { maxIterations: 1 });
  const list = async () =>
    (
      await (
        await request.get(`/api/trpc/runs.logs?input=${encodeURIComponent(JSON.stringify({ runId: run.id }))}`)
      ).json()
    ).result.data as { activityId: string }[];
  await expect.poll(async () => (await list()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  const [log] = await list();
  expect((await request.get(`/api/logs/${nothing}`)).status()).toBe(404);
  const answer = await request.get(`/api/logs/${log?.activityId}`);
  expect(answer.headers()).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});
