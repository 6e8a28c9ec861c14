import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { createIdentity, type IdentityRule, identityRules } from '#lib/results/identity.ts';
import { expressionMs, withinTime } from '#server/results/within-time.ts';
import { allTests } from '#server/store/history/test-list.ts';
import { identityRulesOf, setIdentityRules } from '#server/store/identity-rules.ts';
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

  /** Which tests of today would be one under other rules. */
  previewRules: procedure('results.previewRules')
    .input(z.strictObject({ projectId, rules: rulesSchema }))
    .query(async ({ ctx: { services }, input }) => {
      const { tests } = await allTests(services.pool, { ...input, text: '', offset: 0, limit: triedTests });
      const keys = keysBy(input.rules, tests);
      const groups = [...Map.groupBy(tests, (_, at) => keys[at])].filter(([, members]) => members.length > 1);
      return {
        tried: tests.length,
        joined: groups.length,
        groups: groups.slice(0, shownGroups).map(([key = '', members]) => ({
          key,
          tests: members.map((test) => test.key).slice(0, 10),
          all: members.length,
        })),
      };
    }),

  setRules: procedure('results.setRules')
    .input(z.strictObject({ projectId, rules: rulesSchema.nullable() }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      if (input.rules !== null) keysBy(input.rules, [{ suite: 'a suite', name: 'a test' }]);
      await setIdentityRules(services.pool, { ...input, by: person.actor });
    }),
};

/** Throws BAD_INPUT for an expression that is none, and for one that takes for ever. */
function keysBy(rules: readonly IdentityRule[], tests: readonly { suite: string; name: string }[]): string[] {
  const identify = createOr(rules);
  let keys: string[] = [];
  const isInTime = withinTime(expressionMs, () => {
    keys = tests.map(({ suite, name }) => identify(suite, name));
  });
  if (isInTime) return keys;
  throw new DomainError('BAD_INPUT', 'One of these expressions takes for ever on some names.', {
    next: 'Avoid a repetition within a repetition, such as (a*)*.',
  });
}

function createOr(rules: readonly IdentityRule[]): ReturnType<typeof createIdentity> {
  try {
    return createIdentity(rules);
  } catch (error) {
    throw new DomainError(
      'BAD_INPUT',
      `One of the rules is no regular expression: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
