import type { Pool } from 'pg';
import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { testGroups } from '#lib/heat/test-groups.ts';
import { iterationRates, pastRates } from '#server/store/pages/iteration-rates.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { testAttempts, testElsewhere } from '#server/store/pages/test-history.ts';
import { resultSetsOf } from '#server/store/results.ts';
import { asItStood } from '../history/as-it-stood.ts';
import { heatMapAt, setsUntil } from '../history/heat-map.ts';
import { untilOf } from '../history/until-of.ts';
import type { Services } from '../services.ts';
import { procedure } from '../trpc.ts';
import { chosenRows } from '../views/heat-rows.ts';
import { statusWord } from '../views/iteration-view.ts';

const runId = z.guid();
const at = z.int32().min(1).optional();
/** Runs of the project in which the history of a test is looked for. */
const runsBack = 20;

/** What a run's page reads of its tests. */
export const readTests = {
  /** A piece of the heat map: rows of a group whose names contain a text, from an offset on. */
  heatMap: procedure('runs.heatMap')
    .input(
      z.strictObject({
        runId,
        at,
        group: z.enum(testGroups).default('all'),
        text: z.string().max(200).transform(wellFormed).default(''),
        offset: z.int().min(0).max(1_000_000).default(0),
        limit: z.int().min(1).max(200).default(100),
      }),
    )
    .query(async ({ ctx: { services }, input }) => {
      const map = await wholeMap(services, input);
      const rows = chosenRows(map, input);
      return {
        iterations: map.iterations,
        counts: map.counts,
        /** There was more than is here, and the rules of retention have removed it. */
        isRemoved: map.isRemoved,
        total: rows.length,
        rows: rows.slice(input.offset, input.offset + input.limit).map(({ groups: _, ...row }) => row),
      };
    }),

  /** One test in one iteration: each attempt, the whole row of the map, and how it went in other runs. */
  test: procedure('runs.test')
    .input(z.strictObject({ runId, at, testId: z.guid(), iteration: z.int().min(0).max(100_000) }))
    .query(async ({ ctx: { services }, input }) => {
      const { iteration } = input;
      const [known, sets, map] = await Promise.all([
        testElsewhere(services.pool, { ...input, limit: runsBack }),
        untilOf(services.pool, input).then((until) =>
          setsUntil(services.pool, { runId: input.runId, upTo: iteration, until }),
        ),
        wholeMap(services, input),
      ]);
      if (known === null) throw new DomainError('NOT_FOUND', 'The project of this run has no such test.');
      const own = sets.filter((set) => set.iteration === iteration).map(({ id }) => id);
      const attempts = await testAttempts(services.pool, known.id, own);
      return {
        name: known.name,
        suite: known.suite,
        attempts: attempts.map(({ status, ...more }) => ({
          ...more,
          status: statusWord(status),
          infrastructure: status === 'infra',
        })),
        iterations: map.iterations,
        cells: map.rows.find(({ id }) => id === known.id)?.cells ?? '',
        elsewhere: known.elsewhere.map(({ run, status, ...more }) => ({
          ...more,
          run,
          href: `/runs/${run}?test=${known.id}&iteration=${more.iteration}`,
          status: statusWord(status),
        })),
      };
    }),
};

async function wholeMap(services: Services, input: { runId: string; at?: number | undefined }) {
  const now = await runPage(services.pool, input.runId);
  if (input.at === undefined) {
    const rates = await iterationRates(services.pool, [now.id]);
    return await mapOf(services.pool, { runId: now.id, upTo: now.iteration, until: null, rates });
  }
  const { run, transition, iterations } = await asItStood(services, now, input.at);
  const rates = await pastRates(services.pool, run.id, { records: iterations, upTo: input.at });
  const until = new Date(transition.at);
  return await mapOf(services.pool, { runId: run.id, upTo: run.iteration, until, rates });
}

/** The map, and whether what it was made of has been removed: iterations say that they were measured, and nothing is there. */
async function mapOf(pool: Pool, wanted: Parameters<typeof heatMapAt>[1]) {
  const map = await heatMapAt(pool, wanted);
  const wasMeasured = map.counts.all === 0 && wanted.rates.some(({ result }) => result !== null);
  return { ...map, isRemoved: wasMeasured && (await resultSetsOf(pool, wanted.runId, wanted.upTo)).length === 0 };
}
