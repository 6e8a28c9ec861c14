import { z } from 'zod';
import { presetNames } from '#lib/convergence/criteria.ts';
import { maxIterationsOf } from '#lib/convergence/judge-series.ts';
import { parseCriteria } from '#lib/convergence/parse-criteria.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { criteriaFields } from '#lib/launch/criteria-fields.ts';
import { criteriaPresets, removeCriteriaPreset, saveCriteriaPreset } from '#server/store/criteria-presets.ts';
import { recordedRuns } from '#server/store/pages/recorded-runs.ts';
import { procedure, router } from '../trpc.ts';
import { labView } from '../views/lab-view.ts';

/** So many of the newest runs are replayed at once. */
const mostRuns = 300;

/** Criteria as a form says them: a preset, built in or saved, and what differs from it. */
const criteria = z.strictObject({
  preset: z.string().min(1).max(60).optional(),
  changes: z.record(z.string().max(60), z.union([z.string().max(60), z.number(), z.boolean()])).default({}),
  maxIterations: z.int().min(1).max(1_000).optional(),
});

export const labRouter = router({
  /** Runs of a project, or one run, as they would have gone under other criteria. */
  replay: procedure('lab.replay')
    .input(
      z.strictObject({
        projectId: z.guid().optional(),
        run: z.int32().min(1).optional(),
        criteria: criteria.prefault({}),
      }),
    )
    .query(async ({ ctx: { services, reach }, input }) => {
      const { projectId, run } = input;
      const presets = await criteriaPresets(services.pool);
      const wished = wishedCriteria(input.criteria, presets);
      const records = await recordedRuns(services.pool, {
        projectId,
        run,
        projectIds: reach.projects,
        limit: mostRuns,
      });
      return {
        builtIn: presetNames,
        presets: presets.map(({ id, name, note, createdBy }) => ({ id, name, note, createdBy })),
        fields: criteriaFields(wished.criteria),
        model: wished.criteria.model,
        maxIterations: wished.maxIterations,
        mostRuns,
        ...labView(records, wished),
      };
    }),

  savePreset: procedure('lab.savePreset')
    .input(
      z.strictObject({
        name: z.string().trim().min(1).max(60).transform(wellFormed),
        note: z.string().trim().max(400).transform(wellFormed).default(''),
        criteria,
      }),
    )
    .mutation(async ({ ctx: { services, person }, input: { name, note, criteria: chosen } }) => {
      const { pool } = services;
      const wished = wishedCriteria(chosen, await criteriaPresets(pool));
      const id = await saveCriteriaPreset(pool, { name, note, ...wished, createdBy: person.actor });
      return { id, name };
    }),

  removePreset: procedure('lab.removePreset')
    .input(z.strictObject({ id: z.guid() }))
    .mutation(async ({ ctx: { services }, input: { id } }) => {
      await removeCriteriaPreset(services.pool, id);
    }),
});

type Presets = Awaited<ReturnType<typeof criteriaPresets>>;

/** The criteria that are meant. Throws BAD_INPUT naming each field that cannot be right. */
function wishedCriteria({ preset, changes, maxIterations }: z.infer<typeof criteria>, presets: Presets) {
  const saved = presets.find(({ name }) => name.toLowerCase() === preset?.toLowerCase());
  const base = saved?.criteria ?? (preset === undefined ? {} : { preset });
  const wished = parseCriteria({ ...base, ...changes });
  const limit = maxIterations ?? ('max_iterations' in changes ? undefined : saved?.maxIterations);
  return { criteria: wished, maxIterations: maxIterationsOf(wished, limit) };
}
