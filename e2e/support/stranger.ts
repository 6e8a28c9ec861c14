import type { Browser, BrowserContext } from '@playwright/test';

/** A browser that has never signed in. */
export function stranger(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ storageState: { cookies: [], origins: [] } });
}
