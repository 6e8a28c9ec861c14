import { z } from 'zod';
import { identityRules } from '#lib/results/identity.ts';
import { changeRules } from '#server/results/identity/change-rules.ts';
import { planRules, type RulesPlan } from '#server/results/identity/plan-rules.ts';
import { identityRulesOf } from '#server/store/identity-rules.ts';
import { projectId } from '../results/result-inputs.ts';
import { procedure } from '../trpc.ts';

const ruleSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  pattern: z.string().min(1).max(500),
  becomes: z.string().max(100),
});
const rulesSchema = z.array(ruleSchema).max(30);

/** Tests that a preview tries the rules on. */
const triedTests = 5_000;
const shownGroups = 50;

/** How a project's tests are recognised. */
export const resultRules = {
  rules: procedure('results.rules')
    .input(z.strictObject({ projectId }))
    .query(async ({ ctx: { services }, input }) => {
      const own = await identityRulesOf(services.pool, input.projectId);
      return { rules: [...(own ?? identityRules)], isOwn: own !== undefined };
    }),

  /** What other rules would do with the history of today. */
  previewRules: procedure('results.previewRules')
    .input(z.strictObject({ projectId, rules: rulesSchema }))
    .query(async ({ ctx: { services }, input }) =>
      shown(await planRules(services.pool, { ...input, limit: triedTests })),
    ),

  setRules: procedure('results.setRules')
    .input(z.strictObject({ projectId, rules: rulesSchema.nullable() }))
    .mutation(async ({ ctx: { services, person }, input }) =>
      shown(await changeRules(services.pool, { ...input, by: person.actor })),
    ),
};

function shown({ tried, ruled, joined, apart, mixed }: RulesPlan) {
  return {
    tried,
    /** Tests that go on under another key, */
    moved: ruled.length,
    /** keys under which several of them become one, */
    joined: joined.length,
    groups: joined.slice(0, shownGroups).map(inShort),
    /** those under which they would, had they not been measured together, */
    apart: apart.slice(0, shownGroups).map(inShort),
    /** and tests whose history ends, as their names are of several tests. */
    mixed: mixed.slice(0, shownGroups).map(({ key }) => key),
  };
}

function inShort({ key, tests }: RulesPlan['joined'][number]) {
  return { key, tests: tests.map((test) => test.key).slice(0, 10), all: tests.length };
}
