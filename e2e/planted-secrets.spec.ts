import { expect } from '@playwright/test';
import { query, stateOf } from './support/api.ts';
import { copyOfThermostat, projectFile } from './support/firmware.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

test('a key is set once, listed without its value, and shown by no page however often the firmware prints it', async ({
  page,
  request,
  launch,
}) => {
  const name = 'FIRMLOOP_AGENT_PAGES_KEY';
  const key = `canary-pages-${crypto.randomUUID()}`;
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    // A stream has no end to wait for.
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream') ?? false;
    if (!isStream) answers.push(response.text().catch(() => ''));
  });

  await visit(page, '/settings/keys');
  await page.getByRole('button', { name: 'Set a key' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Set the key' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('usable');

  const build = `echo "src/main.c:1:1: warning: key ${key}"; make -j2`;
  const told = projectFile({ build, test: `echo "key ${key}"; ./build/run-tests` });
  const run = await launch(await copyOfThermostat({ 'firmloop.yaml': told }));
  await expect.poll(() => stateOf(request, run), { timeout: 90_000 }).toBe('SUCCESS');

  const tabs = ['iteration&iteration=1', 'trace', 'logs', 'artifacts', 'cost'];
  const pages = [
    ...tabs.map((tab) => `/runs/${run.number}?tab=${tab}`),
    '/',
    '/runs',
    '/knowledge',
    `/settings/audit?target=%23${run.number}`,
  ];
  for (const place of [...pages, '/settings/keys']) {
    await visit(page, place);
    await expect(page.getByRole('main')).toBeVisible();
    expect((await page.content()).includes(key), place).toBe(false);
  }
  await visit(page, `/runs/${run.number}?tab=logs`);
  await expect(page.getByRole('main')).toContainText('[redacted]');
  const files = await query<{ href: string; name: string }[]>(request, 'runs.artifacts', { runId: run.id });
  for (const file of files) {
    const downloaded = await request.get(file.href);
    expect((await downloaded.body()).includes(key), file.name).toBe(false);
  }
  expect((await Promise.all(answers)).filter((text) => text.includes(key))).toEqual([]);

  await visit(page, '/settings/keys');
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove key' }).click();
  await expect(row).toHaveCount(0);
  await visit(page, '/settings/audit?action=key.remove');
  await expect(page.getByRole('main')).toContainText('key.remove');
});
