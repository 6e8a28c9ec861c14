import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { deedSchema } from '../steering/deed.ts';
import { planDeed } from '../steering/plan-deed.ts';
import { stepIn } from '../steering/step-in.ts';
import { procedure } from '../trpc.ts';

/** What people do to runs that go on by themselves. */
export const stepInRuns = {
  /** What a deed would do to the run as it stands, a sentence each, or why the run would not take it. */
  effect: procedure('runs.effect')
    .input(z.strictObject({ runId: z.guid(), deed: deedSchema }))
    .query(async ({ ctx: { services, person }, input }) => {
      try {
        const { effects, event } = await planDeed(services, { ...input, by: person.actor, reason: '' });
        const findings = event.judged?.policy.findings.map(({ rule, path, line, message }) => ({
          rule,
          path,
          line,
          message,
        }));
        return { taken: true as const, effects, findings: findings ?? [] };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return { taken: false as const, why: error.message };
      }
    }),

  stepIn: procedure('runs.stepIn')
    .input(
      z.strictObject({
        runId: z.guid(),
        commandId: z.string().min(8).max(70).transform(wellFormed),
        reason: z.string().trim().min(1).max(400),
        deed: deedSchema,
        since: z.int32().min(0),
      }),
    )
    .mutation(({ ctx: { services, person }, input }) => stepIn(services, { ...input, by: person.actor })),
};
