import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from '@playwright/test';
import { freePort } from '#server/database/free-port.ts';
import { startStack } from '../bin/stack/stack.ts';
import { launch } from './support/api.ts';
import { copyOfThermostat } from './support/firmware.ts';

/** Builds that only wait, so that a test can look at them, must not keep the runner from those of the other tests. */
const slots = 6;

/** Starts a whole stack on an empty home, signs in and launches the run that tests read; returns what ends it. */
export default async function setup(): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'firmloop-pages-'));
  process.env.FIRMLOOP_SLOTS = String(slots);
  const stack = await startStack({
    home,
    host: '127.0.0.1',
    port: await freePort(),
    databaseUrl: undefined,
    web: true,
    runner: true,
    report: (line) => process.stdout.write(`${line}\n`),
  });
  const { url = '', signInUrl = '', databaseUrl } = stack;
  Object.assign(process.env, {
    FIRMLOOP_URL: url,
    DATABASE_URL: databaseUrl,
    FIRMLOOP_HOME: home,
    FIRMLOOP_STACK_PID: String(process.pid),
    FIRMLOOP_STORAGE_STATE: join(home, 'storage-state.json'),
  });
  process.env.FIRMLOOP_FIRST_RUN = await signInAndLaunch(url, signInUrl, join(home, 'storage-state.json'));
  return async () => {
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  };
}

/** Exchanges the token for a cookie, stores it where every test's browser begins, and gives the id of a first run. */
async function signInAndLaunch(url: string, signInUrl: string, path: string): Promise<string> {
  const browser = await request.newContext({ baseURL: url });
  await browser.get(signInUrl);
  await browser.storageState({ path });
  const { id } = await launch(browser, await copyOfThermostat());
  await browser.dispose();
  return id;
}
