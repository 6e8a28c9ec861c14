import { expect, type Page } from '@playwright/test';

/** Opens an address and waits until the page is awake: what is clicked or typed before is lost. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilAwake(page);
}

/** Waits until the page that a click has led to is awake. */
export async function untilAwake(page: Page): Promise<void> {
  // Asking a page that is being left is no answer yet.
  const ask = () => page.evaluate(isAwake).catch(() => false);
  await expect.poll(ask, { timeout: 30_000, intervals: [10, 50, 100] }).toBe(true);
}

/** Whether the page has come to rest and React has taken over every control that the server sent; a terminal is xterm's. */
async function isAwake(): Promise<boolean> {
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  const controls = [...document.querySelectorAll(':is(a, button, input, select, textarea):not(.xterm *)')];
  return controls.every((control) => Object.keys(control).some((key) => key.startsWith('__reactProps')));
}
