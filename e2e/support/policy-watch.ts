import type { Page } from '@playwright/test';

/** What a page's content security policy had to forbid, as it happens: the directive and what it blocked. */
export async function watchPolicy(page: Page): Promise<readonly string[]> {
  const violations: string[] = [];
  await page.exposeFunction('tellViolation', (what: string) => void violations.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { tellViolation } = window as unknown as { tellViolation: (what: string) => void };
      tellViolation(`${effectiveDirective}: ${blockedURI} ${sample}`);
    });
  });
  return violations;
}
