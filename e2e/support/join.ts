import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import type { Role } from '#lib/access/roles.ts';
import { mutate, query } from './api.ts';
import { stranger } from './stranger.ts';
import { visit } from './visit.ts';

/** Of everybody who joins. */
export const password = 'correct horse battery';

export interface Joined {
  /** The overview, in a browser of their own. */
  readonly page: Page;
  readonly email: string;
  readonly id: string;
}

/** Invites somebody over the API, to the whole stack or to one project, and joins as the invited person would. */
export async function join(
  browser: Browser,
  request: APIRequestContext,
  { role, project = null }: { role: Role; project?: string | null },
): Promise<Joined> {
  const email = newEmail();
  const place = { project, site: null };
  const { url } = await mutate<{ url: string }>(request, 'people.invite', { email, role, place });
  const page = await joinBy(browser, url);
  const { members } = await query<{ members: { id: string; email: string | null }[] }>(request, 'people.list', {});
  return { page, email, id: members.find((member) => member.email === email)?.id ?? '' };
}

/** Follows the link of an invitation in a browser of its own, and is on the overview then. */
export async function joinBy(browser: Browser, link: string): Promise<Page> {
  const page = await (await stranger(browser)).newPage();
  await visit(page, link);
  await page.getByLabel('Your name').fill('Pat');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  return page;
}

/** An address that nobody has yet, also when a test is tried again. */
export function newEmail(): string {
  return `${crypto.randomUUID()}@example.org`;
}
