import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIResponse, expect, test } from '@playwright/test';
import { origin } from './support/api.ts';
import { stranger } from './support/stranger.ts';

/** Every route of the server, found by walking it: one that is added later is asked too. */
const app = join(import.meta.dirname, '..', 'app');
const routes = (await readdir(app, { recursive: true }))
  .filter((file) => file.endsWith('/route.ts'))
  .map((file) => `/${file.replace(/\/route\.ts$/, '')}`);

const strange = [
  '%00',
  '%ff%fe',
  '%c0%ae%c0%ae%c0%af',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..%5c..%5cwindows',
  '%2e%2e%2f',
  "'%20OR%201=1--",
  '%24%7b7*7%7d',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e309',
  '00000000-0000-0000-0000-000000000000',
  'f'.repeat(64),
  'x'.repeat(5_000),
  '%F0%9F%8E%9B%EF%B8%8F',
  '%E2%80%AE',
  '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '%',
  '%zz',
];
const queries = [
  '',
  '?input=%00',
  '?input={',
  '?format=__proto__',
  '?token=%ff',
  '?from=tomorrow',
  `?x=${'y'.repeat(6_000)}`,
];
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

/** A reason in words, or a page; never an error of ours. */
async function expectAnswered(answer: APIResponse, what: string): Promise<void> {
  expect(answer.status(), what).toBeLessThan(500);
  expect(await answer.text(), what).not.toMatch(/\n\s+at \S|node_modules|syntax error at/);
}

for (const route of routes) {
  test(`${route} answers strange requests with a reason`, async ({ request }) => {
    const isFixed = !route.includes('[');
    const paths = isFixed
      ? queries.map((query) => `${route}${query}`)
      : strange.map((text) => route.replace(/\[[^/]+\]/g, text));
    for (const path of paths) {
      for (const method of methods) {
        const options = {
          method,
          maxRedirects: 0,
          // From elsewhere: so many knocks at a door would keep the other tests out of it.
          headers: { origin: origin(), 'x-forwarded-for': '192.0.2.1' },
          data: '{"__proto__":{"a":1},"b":"\\u0000"}',
        };
        await expectAnswered(await request.fetch(path, options), `${method} ${path}`);
      }
    }
  });
}

test('nobody who has not signed in gets anything from them but the door', async ({ browser }) => {
  const context = await stranger(browser);
  for (const route of routes.filter((path) => path !== '/healthz')) {
    const path = route.replace(/\[[^/]+\]/g, 'f'.repeat(64));
    const answer = await context.request.get(`${origin()}${path}`, { maxRedirects: 0 });
    expect([401, 404, 405, 303], `${path}: ${answer.status()}`).toContain(answer.status());
  }
  await context.close();
});

test('a call that brings too much is refused before it is read', async ({ request }) => {
  const answer = await request.post('/api/trpc/runs.pause', {
    headers: { origin: origin() },
    data: 'x'.repeat(33 * 1024 * 1024),
  });
  expect(answer.status()).toBe(413);
});

test('a connection that stands idle is kept for longer than proxies keep theirs, which is a minute', async ({
  request,
}) => {
  const answer = await request.get('/healthz');
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers()['keep-alive'] ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});
