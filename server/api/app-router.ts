import { launchRouter } from './routers/launch.ts';
import { overviewRouter } from './routers/overview.ts';
import { runnersRouter } from './routers/runners.ts';
import { runsRouter } from './routers/runs.ts';
import { systemRouter } from './routers/system.ts';
import { createCaller, router } from './trpc.ts';

/** Everything the pages can ask for. */
export const appRouter = router({
  overview: overviewRouter,
  runs: runsRouter,
  launch: launchRouter,
  runners: runnersRouter,
  system: systemRouter,
});
export type AppRouter = typeof appRouter;

export const callerOf = createCaller(appRouter);
