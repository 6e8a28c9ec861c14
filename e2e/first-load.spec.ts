import { expect, type Page, test } from '@playwright/test';
import { endedRun } from './support/ended-run.ts';
import { places } from './support/places.ts';

/** A page that brings more scripts than this has taken in something by accident, bytes as they cross the wire. */
const mostScript = 250_000;
/** How far things may jump while a page comes to rest, as browsers count it. */
const mostShift = 0.05;

const pages = {
  ...places,
  'an iteration with its patch': '/runs/1?tab=iteration&iteration=4',
  'a trace': '/runs/1?tab=trace',
  'a log': '/runs/1?tab=logs',
  'a cost': '/runs/1?tab=cost',
} as const;

for (const [name, address] of Object.entries(pages)) {
  test(`${name} comes with little script and stands still`, async ({ page, request }, { annotations }) => {
    await endedRun(request);
    await page.goto(address);
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
