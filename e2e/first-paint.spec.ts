import { expect, type Page, test } from '@playwright/test';
import { origin } from './support/api.ts';
import { endedRun } from './support/ended-run.ts';
import { visit } from './support/visit.ts';

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('the server writes times in the zone of a reader who has been here before', async ({ page, request }) => {
    const run = await endedRun(request);
    const trace = `/runs/${run.number}?tab=trace`;
    expect(await drawn(page, trace)).not.toContain('UTC+9');
    await expect.poll(() => zoneOf(page)).toBe('Asia/Tokyo');
    expect(await drawn(page, trace)).toContain('UTC+9');
  });

  test('a zone that there is not is taken for none', async ({ page }) => {
    await page.context().addCookies([{ name: 'firmloop-zone', value: 'Europe/Atlantis', url: origin() }]);
    expect((await page.request.get('/')).status()).toBe(200);
    await visit(page, '/');
    await expect.poll(() => zoneOf(page)).toBe('Asia/Tokyo');
  });
});

test('times are told by how long ago they were before the page is awake', async ({ page, request }) => {
  await endedRun(request);
  expect(await drawn(page, '/runs')).toMatch(/>(just now|\d+\s(s|min|h) ago)<\/time>/);
});

test('the iteration that a page is opened at comes with it', async ({ page, request }) => {
  const run = await endedRun(request);
  await page.route(/api\/trpc/, (route) => route.abort());
  await page.goto(`/runs/${run.number}?tab=iteration&iteration=2`);
  await expect(page.getByText(/^continue: iteration 2 /)).toBeVisible();
  // A run has no such iteration, so its page shows the newest.
  await page.goto(`/runs/${run.number}?tab=iteration&iteration=4000`);
  await expect(page.getByText(/^iteration 7, /)).toBeVisible();
});

test('a part that is opened again after it was forgotten reads anew', async ({ page, request }) => {
  const run = await endedRun(request);
  await page.clock.install();
  await visit(page, `/runs/${run.number}?tab=iteration&iteration=2`);
  await expect(page.getByText(/^continue: iteration 2 /)).toBeVisible();
  await page.getByRole('tab', { name: 'Trace' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.clock.fastForward('06:00');
  const read = page.waitForRequest(/runs\.iteration/, { timeout: 15_000 });
  await page.getByRole('tab', { name: 'Iteration 2' }).click();
  await read;
});

test('on a narrow screen a row of links shows the page that is open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/settings/audit');
  const open = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' });
  await expect(open).toBeInViewport({ ratio: 0.9 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

/** The document as the server sends it to this browser. */
async function drawn(page: Page, address: string): Promise<string> {
  const response = await page.goto(address);
  return (await response?.text()) ?? '';
}

async function zoneOf(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name === 'firmloop-zone')?.value;
}
