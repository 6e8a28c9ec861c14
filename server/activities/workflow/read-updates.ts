import type { Proposal } from '#lib/activities/workflow.ts';
import type { Json } from '#lib/engine/json.ts';
import { clip } from '#lib/format/clip.ts';
import { changesBetween, changesInWords } from '#lib/workflow/changes.ts';
import type { PlanningAnswer } from '#lib/workflow/planning-answer.ts';
import { outlineOf, type WorkflowOutline, type WorkflowTemplate } from '#lib/workflow/template.ts';
import { readUpdate } from '#lib/workflow/update.ts';
import type { ActivityContext } from '../context.ts';
import { templateAt } from './facts.ts';
import type { Place } from './observe.ts';

interface Updates {
  /** A first workflow, or first steps where there were none. */
  readonly adopted: WorkflowOutline | null;
  readonly proposal: Proposal | null;
  /** Why an update of the answer cannot be, as a clause. */
  readonly ignored: string | null;
}

/**
 * What an answer means for the workflow. Where there is none yet, that of the project begins, else that of the answer; steps
 * of a stage that has none are taken on; everything else is an update that a person decides on.
 */
export async function readUpdates(
  context: ActivityContext,
  { answer, place, first }: { answer: PlanningAnswer; place: Place; first: WorkflowTemplate | null },
): Promise<Updates> {
  const at = { stage: place.stage, step: place.step };
  const known = place.workflow === null ? first : await templateAt(context, place.workflow);
  const begins = place.workflow === null && known !== null ? await keep(context, known) : null;
  const read = readUpdate(answer, known, at);
  if (read === null) return { adopted: begins, proposal: null, ignored: null };
  if (!read.ok)
    return { adopted: begins, proposal: null, ignored: `its update is ignored: ${clip(read.reason, 150).text}` };
  const outline = await keep(context, read.template);
  if (known === null || fillsOnly(known, read.template)) return { adopted: outline, proposal: null, ignored: null };
  const before = begins?.id ?? place.workflow ?? '';
  const summary = clip(changesInWords(changesBetween(known, read.template)), 300).text;
  const proposal = { kind: read.kind, summary, before, workflow: outline };
  const id = await context.host.artifacts.putJson(filing(context, 'update'), { ...proposal, workflow: outline.id });
  return { adopted: begins, proposal: { id, ...proposal }, ignored: null };
}

/** Nothing is changed but that stages without steps get some. */
function fillsOnly(before: WorkflowTemplate, after: WorkflowTemplate): boolean {
  const filled = before.stages.map((stage, at) =>
    stage.steps.length === 0 ? { ...stage, steps: after.stages[at]?.steps ?? [] } : stage,
  );
  return JSON.stringify({ ...before, stages: filled }) === JSON.stringify(after);
}

async function keep(context: ActivityContext, template: WorkflowTemplate): Promise<WorkflowOutline> {
  const plain = JSON.parse(JSON.stringify(template)) as Json;
  return outlineOf(await context.host.artifacts.putJson(filing(context, 'workflow'), plain), template);
}

function filing({ runId, iteration, activityId }: ActivityContext, what: string) {
  return { runId, iteration, activityId, kind: 'plan', name: `${what}-${activityId}` } as const;
}
