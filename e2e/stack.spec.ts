import { expect, test } from '@playwright/test';

test('the web server says that it is alive without being asked who is there', async ({ playwright, baseURL }) => {
  const stranger = await playwright.request.newContext({ storageState: { cookies: [], origins: [] } });
  const answer = await stranger.get(`${baseURL}/healthz`);
  expect([answer.status(), await answer.text()]).toEqual([200, 'ok\n']);
  await stranger.dispose();
});
