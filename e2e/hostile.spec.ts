import { expect } from '@playwright/test';
import { mutate, query } from './support/api.ts';
import { copyOfThermostat, projectFile } from './support/firmware.ts';
import { watchPolicy } from './support/policy-watch.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

const markup = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>';
const long = 'w'.repeat(9_000);
const goal = `${markup} \u202Egnp.exe \u001b[31mred ${long} 🎛️`;
const tests = [
  `printf 'tests/a.c:1:${markup.replaceAll('"', '\\"')}:FAIL: \\033[31mred\\033[0m \\342\\200\\256rtl \\000nul\\n'`,
  `printf 'tests/a.c:2:${long}:FAIL: ${long}\\n'`,
  `printf 'tests/a.c:3:ok_name:PASS\\n\\n3 Tests 2 Failures 0 Ignored\\nFAIL\\n'`,
];

test('names, logs and messages full of traps are shown as text and break no page', async ({
  page,
  request,
  launch,
}) => {
  const violations = await watchPolicy(page);
  const folder = await copyOfThermostat({
    'firmloop.yaml': projectFile({ test: 'sh ./hostile.sh' }),
    'hostile.sh': `${tests.join('\n')}\nexit 1\n`,
  });
  const run = await launch(folder, { goal, maxIterations: 2 });
  await mutate(request, 'runs.message', {
    runId: run.id,
    commandId: crypto.randomUUID(),
    text: `${markup} \u0000\u202E ${long.slice(0, 9_000)}`,
  });
  await visit(page, `/runs/${run.number}?tab=iteration&iteration=0`);
  await expect(page.getByRole('table', { name: 'Tests over iterations' })).toContainText('<img src=x', {
    timeout: 90_000,
  });
  const places = ['?tab=iteration&iteration=0', '?tab=trace', '?tab=logs', '?tab=artifacts'];
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const place of [
      ...places.map((tab) => `/runs/${run.number}${tab}`),
      '/',
      '/runs',
      '/lab',
      `/settings/audit?target=%23${run.number}`,
    ]) {
      await visit(page, place);
      // The lab names runs by their projects, so nothing of this run's words is on it.
      if (place !== '/lab') await expect(page.getByRole('main')).toContainText('<img src=x');
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${place} at ${width}`,
      ).toBeLessThanOrEqual(width);
      expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
    }
  }
  await visit(page, `/runs/${run.number}?tab=trace`);
  await expect(page.getByRole('main')).toContainText('⟨U+202E⟩');
  expect(violations, 'what the policy had to forbid').toEqual([]);

  const stored = await query<{ name: string; href: string }[]>(request, 'runs.artifacts', { runId: run.id });
  expect(stored.length).toBeGreaterThan(0);
  for (const { href, name } of stored) {
    const file = await request.get(href);
    expect(file.headers(), name).toMatchObject({
      'content-type': expect.stringMatching(/^(text\/plain|application\/octet-stream)/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  }
});

test('a script that got into a page all the same would not run, and would be seen by these tests', async ({ page }) => {
  const violations = await watchPolicy(page);
  await visit(page, '/runs');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.hurt=1">');
    const link = Object.assign(document.createElement('a'), { href: 'javascript:window.hurt=1' });
    document.body.append(link);
    link.click();
  });
  await expect.poll(() => violations.filter((what) => what.startsWith('script-src')).length).toBeGreaterThanOrEqual(2);
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
});
