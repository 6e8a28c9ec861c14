import { expect, type Page } from '@playwright/test';

/** A whole run of the thermostat while everything else is tested too. */
const wholeRun = 120_000;

/** Waits until the open page says by itself how its run ended. */
export async function seesEnd(page: Page, outcome: string): Promise<void> {
  await expect(page.getByRole('region', { name: 'Final report' })).toBeVisible({ timeout: wholeRun });
  await expect(page.getByRole('main').getByText(outcome, { exact: true }).first()).toBeVisible();
}
