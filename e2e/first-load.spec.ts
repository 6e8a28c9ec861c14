import { expect, type Page, test } from '@playwright/test';
import { endedRun } from './support/ended-run.ts';

/** A page that brings more scripts than this has taken in something by accident, bytes as they cross the wire. */
const mostScript = 250_000;
/** How far things may jump while a page comes to rest, as browsers count it. */
const mostShift = 0.05;

const pages = {
  '/': () => '/',
  '/runs': () => '/runs',
  '/runs/new': () => '/runs/new',
  '/projects': () => '/projects',
  '/lab': () => '/lab',
  '/knowledge': () => '/knowledge',
  '/reports': () => '/reports',
  'a report': () => '/reports/outcomes',
  'rows of a report': () => '/reports/outcomes/rows',
  '/results': () => '/results?add=true',
  '/tests': () => '/tests?show=all',
  '/compare': () => '/compare?before=run:1/0&after=run:1',
  '/guide': () => '/guide',
  '/reviews': () => '/reviews',
  '/boards': () => '/boards',
  '/boards as a timeline': () => '/boards?view=timeline',
  '/runners': () => '/runners',
  '/notifications': () => '/notifications',
  '/settings/account': () => '/settings/account',
  '/settings/people': () => '/settings/people',
  '/settings/tokens': () => '/settings/tokens',
  '/settings/keys': () => '/settings/keys',
  '/settings/notifications': () => '/settings/notifications',
  '/settings/keeping': () => '/settings/keeping',
  'an iteration with its patch': (run: number) => `/runs/${run}?tab=iteration&iteration=4`,
  'a trace': (run: number) => `/runs/${run}?tab=trace`,
  'a log': (run: number) => `/runs/${run}?tab=logs`,
  'a cost': (run: number) => `/runs/${run}?tab=cost`,
} as const;

test.setTimeout(120_000);

for (const [name, address] of Object.entries(pages)) {
  test(`${name} comes with little script and stands still`, async ({ page, request }, { annotations }) => {
    await page.goto(address((await endedRun(request)).number));
    let seen = -1;
    await expect
      .poll(
        async () => {
          const before = seen;
          seen = await scriptBytes(page);
          return seen === before;
        },
        { intervals: [1_000] },
      )
      .toBe(true);
    const shift = await layoutShift(page);
    annotations.push({ type: 'measured', description: `${name}: ${Math.round(seen / 1_000)} kB, shift ${shift}` });
    expect(seen).toBeGreaterThan(50_000);
    expect(seen).toBeLessThanOrEqual(mostScript);
    expect(shift).toBeLessThanOrEqual(mostShift);
  });
}

function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0),
  );
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(Math.round(sum * 1_000) / 1_000), 100));
      }),
  );
}
