import { test as base } from '@playwright/test';
import { abort, type LaunchedRun, launch } from './api.ts';

interface Fixtures {
  /** Starts a run as the launch form does, for this test alone. */
  launch(folder: string, choices?: object): Promise<LaunchedRun>;
}

/** A test whose runs end with it, also when it fails: a run that is left over takes the runner's time from the others. */
export const test = base.extend<Fixtures>({
  launch: async ({ request }, use) => {
    const runs: LaunchedRun[] = [];
    await use(async (folder, choices) => {
      const run = await launch(request, folder, choices);
      runs.push(run);
      return run;
    });
    for (const run of runs) await abort(request, run);
  },
});
