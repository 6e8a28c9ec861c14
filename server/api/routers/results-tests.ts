import { z } from 'zod';
import { failsOnly, failsOnlyWords } from '#lib/history/fails-only.ts';
import { flakinessOf, flakyFormula, flakyRule } from '#lib/history/flaky.ts';
import { lastStreak } from '#lib/history/streak.ts';
import { failureClusters, failureNotes, setFailureNote } from '#server/store/history/failure-clusters.ts';
import { recentMeasurements } from '#server/store/history/recent-sets.ts';
import { allTests, mostUnsteady, type UnsteadyTest, unsteadyTests } from '#server/store/history/test-list.ts';
import { linkTests, namedTest, unlinkTest } from '#server/store/history/test-names.ts';
import { testResults } from '#server/store/history/test-results.ts';
import { failsOnlyOn } from '../results/fails-only-on.ts';
import { quarantineOfProject } from '../results/quarantine-of-project.ts';
import { branch, projectId, searched } from '../results/result-inputs.ts';
import { failingNow, testRows } from '../results/test-rows.ts';
import { procedure } from '../trpc.ts';

/** What is shown of a project's tests. */
export const testViews = ['failing', 'flaky', 'quarantine', 'all'] as const;

const pageRows = 50;
/** Results of a test that its page shows and decides on. */
const shownResults = 200;

const words = z
  .string()
  .trim()
  .max(500)
  .transform((text) => text || null)
  .nullable()
  .default(null);

/** Tests over time. */
export const resultTests = {
  tests: procedure('results.tests')
    .input(
      z.strictObject({
        projectId,
        branch,
        text: searched,
        view: z.enum(testViews).default('failing'),
        offset: z.int().min(0).max(1_000_000).default(0),
      }),
    )
    .query(async ({ ctx: { services }, input }) => {
      const { pool } = services;
      const { quarantine, problem } = await quarantineOfProject(pool, input.projectId);
      const shared = {
        problem,
        quarantine: quarantine.entries.length,
        expired: quarantine.expired,
        formula: flakyFormula,
        recentMeasurements,
      };
      if (input.view === 'all') {
        const { total, tests } = await allTests(pool, { ...input, limit: pageRows });
        return { ...shared, total, isCut: false, rows: await testRows(pool, tests, quarantine) };
      }
      const unsteady = await unsteadyTests(pool, input);
      const [from, to] = [input.offset, input.offset + pageRows];
      const isCut = unsteady.length === mostUnsteady;
      if (input.view === 'flaky') {
        const rows = (await testRows(pool, unsteady.filter(mayBeFlaky), quarantine)).filter(({ isFlaky }) => isFlaky);
        return { ...shared, total: rows.length, isCut, rows: rows.slice(from, to) };
      }
      const chosen =
        input.view === 'failing'
          ? await failingNow(pool, unsteady)
          : unsteady.filter(({ key }) => quarantine.entryOf(key) !== undefined);
      return { ...shared, total: chosen.length, isCut, rows: await testRows(pool, chosen.slice(from, to), quarantine) };
    }),

  test: procedure('results.test')
    .input(z.strictObject({ testId: z.guid(), branch }))
    .query(async ({ ctx: { services }, input }) => {
      const { pool } = services;
      const test = await namedTest(pool, input.testId);
      const [results, { quarantine }] = await Promise.all([
        testResults(pool, test.ids, { limit: shownResults, branch: input.branch }),
        quarantineOfProject(pool, test.projectId),
      ]);
      const signatures = [...new Set(results.flatMap(({ signature }) => signature ?? []))];
      const notes = await failureNotes(pool, test.projectId, signatures);
      const entry = quarantine.entryOf(test.key);
      return {
        test,
        results,
        flakiness: flakinessOf(results.map(({ outcome }) => outcome).toReversed()),
        streak: lastStreak(results),
        failsOnly: failsOnly(results),
        notes: Object.fromEntries(notes),
        quarantined: entry === undefined ? null : { because: entry.because, until: entry.until ?? null },
        formula: flakyFormula,
        statistic: failsOnlyWords,
        isCut: results.length === shownResults,
      };
    }),

  /** `board` is its name. */
  failsOnlyOn: procedure('results.failsOnlyOn')
    .input(z.strictObject({ board: z.string().min(1).max(200) }))
    .query(async ({ ctx: { services, reach }, input }) => ({
      tests: await failsOnlyOn(services.pool, { ...input, projectIds: reach.projects }),
      statistic: failsOnlyWords,
    })),

  clusters: procedure('results.clusters')
    .input(z.strictObject({ projectId, branch }))
    .query(async ({ ctx: { services }, input }) => failureClusters(services.pool, input)),

  note: procedure('results.note')
    .input(
      z.strictObject({ projectId, signature: z.string().min(1).max(400), owner: words, issue: words, note: words }),
    )
    .mutation(async ({ ctx: { services, person }, input }) =>
      setFailureNote(services.pool, { ...input, by: person.actor }),
    ),

  link: procedure('results.link')
    .input(z.strictObject({ from: z.guid(), to: z.guid() }))
    .mutation(async ({ ctx: { services }, input }) => linkTests(services.pool, input)),

  unlink: procedure('results.unlink')
    .input(z.strictObject({ testId: z.guid() }))
    .mutation(async ({ ctx: { services }, input }) => unlinkTest(services.pool, input.testId)),
};

/** A streak of failures is two disagreements at most, where it begins and where it ends. */
function mayBeFlaky({ streaks, retried }: UnsteadyTest): boolean {
  return 2 * streaks + retried >= flakyRule.fewestDisagreements;
}
