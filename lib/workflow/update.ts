import { describeIssues } from '#lib/describe-issues.ts';
import type { PlanningAnswer, StepsUpdate, WorkflowUpdate, WrittenStage, WrittenStep } from './planning-answer.ts';
import {
  outlineOf,
  type WorkflowOutline,
  type WorkflowStage,
  type WorkflowTemplate,
  workflowTemplate,
} from './template.ts';

/** Where a workflow is worked on, counted from 0; no step before the first one of the stage. */
export interface Position {
  readonly stage: number;
  readonly step: number | null;
}

export type UpdateKind = 'workflow' | 'step';

/** A workflow as an answer would have it. */
export type ReadUpdate =
  | { readonly ok: true; readonly kind: UpdateKind; readonly template: WorkflowTemplate }
  | { readonly ok: false; readonly reason: string };

/** What an answer proposes: a new workflow, new steps of a stage, or both as one. Null when it proposes nothing. */
export function readUpdate(answer: PlanningAnswer, before: WorkflowTemplate | null, at: Position): ReadUpdate | null {
  const { workflow_update: workflow, stage_steps_update: steps } = answer.context_update ?? {};
  if (workflow == null && steps == null) return null;
  const whole = workflow == null ? before : wholeOf(workflow, before);
  if (whole === null) return { ok: false, reason: 'steps were given for a workflow that does not exist' };
  const written = steps == null ? whole : withSteps(whole, steps, at);
  if ('reason' in written) return { ok: false, reason: written.reason };
  const read = workflowTemplate.safeParse(written);
  if (!read.success) return { ok: false, reason: describeIssues(read.error) };
  const broken = before === null ? null : whyBroken(outlineOf('', before), outlineOf('', read.data), at);
  if (broken !== null) return { ok: false, reason: broken };
  return { ok: true, kind: workflow == null ? 'step' : 'workflow', template: read.data };
}

function wholeOf(update: WorkflowUpdate, before: WorkflowTemplate | null): WorkflowTemplate {
  const written = 'workflow_template' in update ? update.workflow_template : update;
  const { goal = before?.goal ?? '', stages } = written as { goal?: string; stages: WrittenStage[] };
  return { goal, stages: stages.map((stage) => stageOf(stage, before)) };
}

function stageOf(written: WrittenStage, before: WorkflowTemplate | null): WorkflowStage {
  const id = written.stage_id ?? written.id ?? '';
  const known = before?.stages.find((stage) => stage.id === id);
  return {
    id,
    title: written.title ?? known?.title ?? '',
    goal: written.goal ?? known?.goal ?? '',
    steps: written.steps.map((step) => stepOf(step, known)),
  };
}

function stepOf(written: WrittenStep, stage: WorkflowStage | undefined): WorkflowStage['steps'][number] {
  const { id, step_id, title, goal } = typeof written === 'string' ? { id: written } : written;
  const name = step_id ?? id ?? '';
  const known = stage?.steps.find((step) => step.id === name);
  return { id: name, title: title ?? known?.title ?? '', goal: goal ?? known?.goal ?? '' };
}

function withSteps(
  template: WorkflowTemplate,
  update: StepsUpdate,
  at: Position,
): WorkflowTemplate | { readonly reason: string } {
  const { stage_id, steps } = Array.isArray(update) ? { stage_id: undefined, steps: update } : update;
  const id = stage_id ?? template.stages[at.stage]?.id;
  if (!template.stages.some((stage) => stage.id === id)) return { reason: `there is no stage ${id ?? ''}` };
  return {
    ...template,
    stages: template.stages.map((stage) =>
      stage.id === id ? { ...stage, steps: steps.map((step) => stepOf(step, stage)) } : stage,
    ),
  };
}

/** What has been worked on stays where it is: an update changes only what is still to come. Null when it does. */
export function whyBroken(
  before: Pick<WorkflowOutline, 'stages'>,
  after: Pick<WorkflowOutline, 'stages'>,
  { stage, step }: Position,
): string | null {
  for (const [at, { id, steps }] of before.stages.slice(0, stage + 1).entries()) {
    if (after.stages[at]?.id !== id) return `the stage ${id} has been begun and cannot be moved or dropped`;
    const begun = at < stage ? steps : steps.slice(0, step === null ? 0 : step + 1);
    const moved = begun.find((one, index) => after.stages[at]?.steps[index] !== one);
    if (moved !== undefined) return `the step ${moved} of ${id} has been begun and cannot be moved or dropped`;
  }
  return null;
}
