import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from '@playwright/test';
import { freePort } from '#server/database/free-port.ts';
import { startStack } from '../bin/stack/stack.ts';

/** Starts a whole stack on an empty home and signs in; returns what ends it. */
export default async function setup(): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'firmloop-pages-'));
  const stack = await startStack({
    home,
    host: '127.0.0.1',
    port: await freePort(),
    databaseUrl: undefined,
    web: true,
    runner: true,
    report: (line) => process.stdout.write(`${line}\n`),
  });
  process.env.FIRMLOOP_URL = stack.url;
  process.env.DATABASE_URL = stack.databaseUrl;
  process.env.FIRMLOOP_HOME = home;
  process.env.FIRMLOOP_STACK_PID = String(process.pid);
  process.env.FIRMLOOP_STORAGE_STATE = await signIn(stack.signInUrl, join(home, 'storage-state.json'));
  return async () => {
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  };
}

/** Exchanges the token for a cookie and stores it where every test's browser begins. */
async function signIn(url = '', path: string): Promise<string> {
  const browser = await request.newContext();
  await browser.get(url);
  await browser.storageState({ path });
  await browser.dispose();
  return path;
}
