import { type APIRequestContext, expect } from '@playwright/test';
import { type LaunchedRun, stateOf } from './api.ts';

/** The run of the thermostat that the global setup started, once it has met its goal. */
export async function endedRun(request: APIRequestContext): Promise<LaunchedRun> {
  const run = { id: process.env.FIRMLOOP_FIRST_RUN ?? '', number: 1 };
  await expect.poll(() => stateOf(request, run), { timeout: 120_000 }).toBe('SUCCESS');
  return run;
}
