import { z } from 'zod';
import { installedStates } from '#lib/machines/installed-machine.ts';
import { endedSince, liveCounts } from '#server/store/pages/ended-since.ts';
import { runList } from '#server/store/pages/run-list.ts';
import { backlog, runnerRows } from '#server/store/pages/stack-health.ts';
import { procedure, router } from '../trpc.ts';
import { needsOf } from '../views/needs.ts';
import { toneOfState } from '../views/run-summary.ts';
import { summaries } from '../views/summaries.ts';

/** Rows of each part; what is beyond them is in the list of runs. */
const rows = { live: 30, needs: 50, ended: 15 } as const;

export const overviewRouter = router({
  /** What needs a person, what goes on, and how the runs ended that ended since `since` (epoch milliseconds). */
  page: procedure('overview.page')
    .input(z.strictObject({ since: z.number().min(0).max(8.64e15) }))
    .query(async ({ ctx: { services, reach }, input }) => {
      const { pool } = services;
      const projectIds = reach.projects;
      const [live, waiting, stranded, ended, outcomes, counts, runners, queue] = await Promise.all([
        runList(pool, { show: 'live', projectIds, limit: rows.live }),
        runList(pool, { show: 'waiting', projectIds, limit: rows.needs }),
        runList(pool, { show: 'live', notIn: installedStates, projectIds, limit: rows.needs }),
        runList(pool, { show: 'ended', projectIds, limit: rows.ended }),
        endedSince(pool, { since: new Date(input.since), projectIds }),
        liveCounts(pool, projectIds),
        runnerRows(pool),
        backlog(pool),
      ]);
      const liveRunners = runners.filter(({ status }) => status === 'live').length;
      return {
        needs: needsOf({ waiting, stranded }, { liveRunners, queued: queue.queued, now: Date.now() }),
        live: await summaries(pool, live),
        counts,
        ended: await summaries(pool, ended),
        outcomes: outcomes.map(({ machine, outcome, state, runs }) => ({
          outcome,
          tone: toneOfState(machine, state, outcome),
          runs,
        })),
      };
    }),
});
