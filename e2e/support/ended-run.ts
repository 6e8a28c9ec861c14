import { type APIRequestContext, expect } from '@playwright/test';
import { type LaunchedRun, launch, stateOf } from './api.ts';
import { copyOfThermostat } from './firmware.ts';

let ended: Promise<LaunchedRun> | undefined;

/** A run of the thermostat that has met its goal; one for each worker. */
export function endedRun(request: APIRequestContext): Promise<LaunchedRun> {
  ended ??= start(request);
  return ended;
}

async function start(request: APIRequestContext): Promise<LaunchedRun> {
  const run = await launch(request, await copyOfThermostat());
  await expect.poll(() => stateOf(request, run), { timeout: 90_000 }).toBe('SUCCESS');
  return run;
}
