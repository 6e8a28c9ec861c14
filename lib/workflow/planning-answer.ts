import { z } from 'zod';

const longText = z.string().max(20_000);
const partText = z.string().min(1).max(200);

/** A step or stage as services write them: the name is `id`, `step_id` or `stage_id`; a bare name will do. */
const writtenStep = z.union([
  partText,
  z.looseObject({
    id: partText.optional(),
    step_id: partText.optional(),
    title: longText.optional(),
    goal: longText.optional(),
  }),
]);
const writtenStage = z.looseObject({
  id: partText.optional(),
  stage_id: partText.optional(),
  title: longText.optional(),
  goal: longText.optional(),
  steps: z.array(writtenStep).max(200).default([]),
});
export type WrittenStep = z.output<typeof writtenStep>;
export type WrittenStage = z.output<typeof writtenStage>;

const writtenWorkflow = z.looseObject({ goal: longText.optional(), stages: z.array(writtenStage).min(1).max(100) });

/** A whole workflow that takes the place of the one there is, as it stands or under `workflow_template`. */
const workflowUpdate = z.union([z.looseObject({ workflow_template: writtenWorkflow }), writtenWorkflow]);
/** The steps of one stage, by default of the one that is worked on. */
const stepsUpdate = z.union([
  z.looseObject({ stage_id: partText.optional(), steps: z.array(writtenStep).min(1).max(200) }),
  z.array(writtenStep).min(1).max(200),
]);
export type WorkflowUpdate = z.output<typeof workflowUpdate>;
export type StepsUpdate = z.output<typeof stepsUpdate>;

const progressUpdate = z.looseObject({
  level: z.enum(['stages', 'steps', 'behaviors']).default('behaviors'),
  focus: longText,
});

/** Where a service says that the workflow stands. */
const current = z.looseObject({ stage_id: partText.nullish(), step_id: partText.nullish() });

/** What the Planning API answers, as the protocol has it; fields that it does not know are left alone. */
export const planningAnswer = z.looseObject({
  targetAchieved: z.boolean().optional(),
  transition: z
    .looseObject({ continue_behaviors: z.boolean().optional(), target_achieved: z.boolean().optional() })
    .optional(),
  context_update: z
    .looseObject({
      variables: z.record(z.string().max(200), z.json()).optional(),
      progress_update: z.union([progressUpdate, z.array(progressUpdate).max(10)]).optional(),
      workflow_update: workflowUpdate.nullish(),
      stage_steps_update: stepsUpdate.nullish(),
    })
    .optional(),
  location: z.looseObject({ current: current.optional() }).optional(),
});
export type PlanningAnswer = z.output<typeof planningAnswer>;

/** The two words of an answer that decide. Whatever is not said counts as no. */
export function verdictOf({ targetAchieved, transition }: PlanningAnswer): {
  readonly targetAchieved: boolean;
  readonly continueBehaviors: boolean;
} {
  return {
    targetAchieved: targetAchieved ?? transition?.target_achieved ?? false,
    continueBehaviors: transition?.continue_behaviors ?? false,
  };
}

/** What counts where the Planning API cannot be reached: not achieved, and no further behavior, so that nothing goes on for ever. */
export const fallbackPlanning: PlanningAnswer = {
  targetAchieved: false,
  transition: { continue_behaviors: false, target_achieved: false },
};
