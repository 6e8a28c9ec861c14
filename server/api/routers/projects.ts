import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { agentRecords, costsOfProject } from '#server/store/costs.ts';
import { mostProjects, projectList } from '#server/store/pages/project-list.ts';
import { blockingTests, projectAgents, projectFacts, projectOutcomes } from '#server/store/pages/project-page.ts';
import { runList } from '#server/store/pages/run-list.ts';
import { timeOfProject } from '#server/store/time-spent.ts';
import { procedure, router } from '../trpc.ts';
import { toneOfState } from '../views/run-summary.ts';
import { summaries } from '../views/summaries.ts';

/** Of a project's runs so many are shown; the rest is in the list of runs. */
const shownRuns = 15;

export const projectsRouter = router({
  list: procedure('projects.list')
    .input(z.strictObject({ text: z.string().max(200).transform(wellFormed).default('') }))
    .query(async ({ ctx: { services, reach }, input }) => {
      const rows = await projectList(services.pool, { text: input.text, projectIds: reach.projects });
      return {
        isCut: rows.length === mostProjects,
        projects: rows.map(({ recent, ...project }) => ({
          ...project,
          href: `/projects/${project.id}`,
          recent: recent.map(({ number, machine, state, outcome }) => ({
            number,
            outcome,
            tone: toneOfState(machine, state, outcome),
          })),
        })),
      };
    }),

  page: procedure('projects.page')
    .input(z.strictObject({ projectId: z.guid() }))
    .query(async ({ ctx: { services }, input: { projectId } }) => {
      const { pool } = services;
      const [project, outcomes, agents, records, tests, costs, time, runs] = await Promise.all([
        projectFacts(pool, projectId),
        projectOutcomes(pool, projectId),
        projectAgents(pool, projectId),
        agentRecords(pool, [projectId]),
        blockingTests(pool, projectId),
        costsOfProject(pool, projectId),
        timeOfProject(pool, projectId),
        runList(pool, { projectId, projectIds: null, limit: shownRuns }),
      ]);
      return {
        project,
        outcomes: outcomes.map(({ machine, state, outcome, runs: count }) => ({
          outcome,
          tone: toneOfState(machine, state, outcome),
          runs: count,
        })),
        agents,
        records,
        costs,
        time,
        tests: tests.map((test) => ({ ...test, href: `/runs/${test.lastRun}?test=${test.id}` })),
        runs: await summaries(pool, runs),
      };
    }),
});
