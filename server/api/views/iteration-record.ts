import { z } from 'zod';

/** What the record of an iteration says that its view shows; a field is missing until it becomes known. */
export const iterationRecordSchema = z
  .object({
    intent: z.string(),
    strategy: z.string().nullish(),
    hypothesis: z.string().optional(),
    analysis_confidence: z.number().optional(),
    proposal_id: z.string().optional(),
    build: z.unknown().optional(),
    result_id: z.string().optional(),
    passed_over: z.array(z.object({ proposal_id: z.string(), source: z.string(), why: z.string() })).optional(),
    kept: z.boolean().nullish(),
    rolled_back_to: z.object({ iteration: z.number() }).loose().nullish(),
    decision: z
      .object({ status: z.string(), nextAction: z.string(), confidence: z.number(), reasoning: z.string() })
      .nullish(),
    judgement: z
      .object({
        verdict: z.string().nullable(),
        signal: z.string().nullable(),
        metrics: z.record(z.string(), z.unknown()).default({}),
        reason: z.string(),
        checklist: z.array(z.object({ rule: z.string(), held: z.boolean().nullable(), numbers: z.string() }).loose()),
        failed_gates: z.array(z.object({ gate: z.string(), reason: z.string() }).loose()),
      })
      .loose()
      .optional(),
  })
  .loose();
export type IterationRecord = z.infer<typeof iterationRecordSchema>;
