import { z } from 'zod';
import { counts, intent } from '#lib/activities/shapes.ts';

const tree = z.object({ commit: z.string(), iteration: z.number() });

const judgement = z.object({
  verdict: z.string().nullable(),
  signal: z.string().nullable().default(null),
  reason: z.string(),
});

const build = z.looseObject({
  ok: z.boolean(),
  buildId: z.string().optional(),
  warnings: z.number().optional(),
  errors: z.number().optional(),
  firstError: z.string().optional(),
});

/** What a firmware loop writes down of one iteration, as far as a report tells it; a field is missing until it is known. */
export const iterationRecord = z.looseObject({
  iteration: z.number().int(),
  intent: intent.nullish(),
  strategy: z.string().nullish(),
  uncounted: z.boolean().optional(),
  commit: z.string().nullish(),
  kept: z.boolean().optional(),
  rolled_back_to: tree.nullish(),
  /** Over the goal's tests. */
  goal: counts.nullish(),
  /** Over all tests. */
  measured: counts.nullish(),
  regressions: z.number().nullish(),
  result_id: z.string().nullish(),
  build: build.nullish(),
  claim: z.string().nullish(),
  proposal_fate: z.string().nullish(),
  hypothesis: z.string().nullish(),
  plan: z.looseObject({ id: z.string() }).nullish(),
  judgement: judgement.nullish(),
});
export type IterationRecord = z.output<typeof iterationRecord>;

/** What the machine itself knows at the end of a run. */
export const finalRecord = z.looseObject({
  final_status: z.string(),
  reason: z.string().default(''),
  iterations: z.number().int().default(0),
  repo_snapshot: z.object({ base_commit: z.string().nullable(), kept_commit: z.string().nullable() }),
  best: z
    .looseObject({
      commit: z.string(),
      iteration: z.number(),
      passed: z.number(),
      total: z.number(),
      patchId: z.string().nullable(),
    })
    .nullish(),
  /** What a machine made that measures nothing, as a patch from the base. */
  patch: z.string().nullish(),
  base: counts.nullish(),
  acceptance: z.object({ total: z.number(), failed: z.array(z.string()) }).nullish(),
  verdict: z.string().nullish(),
  last_error: z.string().nullish(),
  abort_reason: z.string().nullish(),
  ended_by: z.string().nullish(),
  look_at_next: z.string().nullish(),
});
export type FinalRecord = z.output<typeof finalRecord>;
