import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { endedRun } from './support/ended-run.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

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
  '/sign-in': () => '/sign-in',
  iteration: (run: number) => `/runs/${run}?tab=iteration&iteration=2`,
  'build that failed': (run: number) => `/runs/${run}?tab=iteration&iteration=3`,
  trace: (run: number) => `/runs/${run}?tab=trace`,
  'a moment of the past': (run: number) => `/runs/${run}?tab=trace&at=60&tests=fixed`,
  logs: (run: number) => `/runs/${run}?tab=logs`,
  artifacts: (run: number) => `/runs/${run}?tab=artifacts`,
  cost: (run: number) => `/runs/${run}?tab=cost`,
  'a run that does not exist': () => '/runs/999999',
} as const;

test.describe.configure({ mode: 'serial', timeout: 120_000 });

for (const [name, address] of Object.entries(pages)) {
  test(`${name} can be used by everybody, in light and dark, and fits a narrow screen`, async ({ page, request }) => {
    // As high as the page: a bar that floats at the lower edge would hide half of a link under it from the check of sizes.
    await page.setViewportSize({ width: 1280, height: 3_000 });
    await page.goto(address((await endedRun(request)).number));
    await page.waitForLoadState('networkidle').catch(() => undefined);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
      const found = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html)
            .join(' | ')
            .slice(0, 400)}`,
      );
      expect(found, colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('main')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
}
