import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { endedRun } from './support/ended-run.ts';
import { places } from './support/places.ts';
import { visit } from './support/visit.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const pages = {
  ...places,
  iteration: '/runs/1?tab=iteration&iteration=2',
  'build that failed': '/runs/1?tab=iteration&iteration=3',
  trace: '/runs/1?tab=trace',
  'a moment of the past': '/runs/1?tab=trace&at=60&tests=fixed',
  logs: '/runs/1?tab=logs',
  artifacts: '/runs/1?tab=artifacts',
  cost: '/runs/1?tab=cost',
  'a run that does not exist': '/runs/999999',
} as const;

for (const [name, address] of Object.entries(pages)) {
  test(`${name} can be used by everybody, in light and dark, and fits a narrow screen`, async ({ page, request }) => {
    // As high as the page: a bar that floats at the lower edge would hide half of a link under it from the check of sizes.
    await page.setViewportSize({ width: 1280, height: 3_000 });
    await endedRun(request);
    await visit(page, address);
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
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
}
