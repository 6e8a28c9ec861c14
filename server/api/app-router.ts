import { accountRouter } from './routers/account.ts';
import { auditRouter } from './routers/audit.ts';
import { boardsRouter } from './routers/boards.ts';
import { consolesRouter } from './routers/consoles.ts';
import { keysRouter } from './routers/keys.ts';
import { knowledgeRouter } from './routers/knowledge.ts';
import { labRouter } from './routers/lab.ts';
import { launchRouter } from './routers/launch.ts';
import { notificationsRouter } from './routers/notifications.ts';
import { overviewRouter } from './routers/overview.ts';
import { peopleRouter } from './routers/people.ts';
import { prdRouter } from './routers/prd.ts';
import { projectsRouter } from './routers/projects.ts';
import { reportsRouter } from './routers/reports.ts';
import { resultsRouter } from './routers/results.ts';
import { retentionRouter } from './routers/retention.ts';
import { reviewsRouter } from './routers/reviews.ts';
import { runnersRouter } from './routers/runners.ts';
import { runsRouter } from './routers/runs.ts';
import { sessionsRouter } from './routers/sessions.ts';
import { systemRouter } from './routers/system.ts';
import { tasksRouter } from './routers/tasks.ts';
import { tokensRouter } from './routers/tokens.ts';
import { workflowsRouter } from './routers/workflows.ts';
import { createCaller, router } from './trpc.ts';

/** Everything the pages can ask for. */
export const appRouter = router({
  overview: overviewRouter,
  audit: auditRouter,
  runs: runsRouter,
  boards: boardsRouter,
  consoles: consolesRouter,
  sessions: sessionsRouter,
  tasks: tasksRouter,
  workflows: workflowsRouter,
  lab: labRouter,
  knowledge: knowledgeRouter,
  prd: prdRouter,
  projects: projectsRouter,
  launch: launchRouter,
  results: resultsRouter,
  reports: reportsRouter,
  retention: retentionRouter,
  reviews: reviewsRouter,
  notifications: notificationsRouter,
  runners: runnersRouter,
  system: systemRouter,
  account: accountRouter,
  people: peopleRouter,
  tokens: tokensRouter,
  keys: keysRouter,
});
export type AppRouter = typeof appRouter;

export const callerOf = createCaller(appRouter);
