import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/** What a browser measures of one load, in milliseconds and bytes over the wire. */
export interface PageLoad {
  readonly scriptKb: number;
  readonly largestPaintMs: number;
  readonly shift: number;
  /** When the page had answered a click; null where nothing was clicked. */
  readonly interactiveMs: number | null;
}

/** Loads a page in an empty cache. `use` does what shows that the page answers. */
export async function loadPage(
  browser: Browser,
  signedIn: BrowserContextOptions,
  address: string,
  use?: (page: Page) => Promise<void>,
): Promise<PageLoad> {
  const context = await browser.newContext({ ...signedIn, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'commit' });
    await use?.(page);
    const interactiveMs = use === undefined ? null : await page.evaluate(() => performance.now());
    await page.waitForLoadState('load');
    await settled(page);
    return { ...(await measured(page)), interactiveMs };
  } finally {
    await context.close();
  }
}

/** Waits until no more scripts arrive. */
async function settled(page: Page): Promise<void> {
  let seen = -1;
  for (;;) {
    const now = await page.evaluate(() => performance.getEntriesByType('resource').length);
    if (now === seen) return;
    seen = now;
    await page.waitForTimeout(700);
  }
}

function measured(page: Page): Promise<Omit<PageLoad, 'interactiveMs'>> {
  return page.evaluate(
    () =>
      new Promise<{ scriptKb: number; largestPaintMs: number; shift: number }>((resolve) => {
        let largestPaintMs = 0;
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) largestPaintMs = entry.startTime;
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) shift += Number(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
        const scriptKb = performance
          .getEntriesByType('resource')
          .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
          .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0);
        setTimeout(() => resolve({ scriptKb: scriptKb / 1_000, largestPaintMs, shift }), 150);
      }),
  );
}
