import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { type LaunchedRun, query } from './api.ts';

/** The fork of a run that the page goes to by itself once it is made. */
export async function openedFork(page: Page, request: APIRequestContext, run: LaunchedRun): Promise<LaunchedRun> {
  await expect(page).not.toHaveURL(new RegExp(`/runs/${run.number}(\\?|$)`));
  const number = Number(new URL(page.url()).pathname.split('/').at(-1));
  const { detail } = await query<{ detail: { id: string; forkedFrom: number } }>(request, 'runs.page', {
    run: String(number),
  });
  expect(detail.forkedFrom).toBe(run.number);
  return { id: detail.id, number };
}
