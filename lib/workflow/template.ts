import { z } from 'zod';

/** The name of a stage or step. It stands in every reason, so it is short. */
export const partId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/, {
  error: 'must be a name of up to 32 letters, digits, dashes, dots and underscores',
});

const title = z.string().max(200).default('');
const goal = z.string().max(2_000).default('');

/** Most stages of a workflow, and most steps of all of them: a machine keeps their names at hand. */
export const mostStages = 12;
export const mostSteps = 40;

export const workflowStep = z.strictObject({ id: partId, title, goal });
export const workflowStage = z.strictObject({ id: partId, title, goal, steps: z.array(workflowStep).max(mostSteps) });

/** A workflow as it is stored: what is to be reached, stage by stage and step by step. */
export const workflowTemplate = z
  .strictObject({ goal, stages: z.array(workflowStage).min(1).max(mostStages) })
  .superRefine(({ stages }, context) => {
    const complain = (message: string) => context.addIssue({ code: 'custom', message });
    const twice = twiceIn(stages.map(({ id }) => id));
    if (twice !== null) complain(`the stage ${twice} stands there twice`);
    for (const { id, steps } of stages) {
      const again = twiceIn(steps.map((step) => step.id));
      if (again !== null) complain(`the step ${again} stands twice in the stage ${id}`);
    }
    if (stages.flatMap(({ steps }) => steps).length > mostSteps) complain(`a workflow has at most ${mostSteps} steps`);
  });
export type WorkflowTemplate = z.output<typeof workflowTemplate>;
export type WorkflowStage = WorkflowTemplate['stages'][number];

/** What of a workflow decides where a run goes; the workflow itself is the artifact `id`. */
export const workflowOutline = z.object({
  id: z.string().min(1).max(80),
  stages: z
    .array(z.object({ id: partId, steps: z.array(partId).max(mostSteps) }))
    .min(1)
    .max(mostStages),
});
export type WorkflowOutline = z.output<typeof workflowOutline>;

/** The outline of a workflow that is stored under this hash. */
export function outlineOf(id: string, { stages }: WorkflowTemplate): WorkflowOutline {
  return { id, stages: stages.map((stage) => ({ id: stage.id, steps: stage.steps.map((step) => step.id) })) };
}

function twiceIn(ids: readonly string[]): string | null {
  return ids.find((id, at) => ids.indexOf(id) !== at) ?? null;
}
