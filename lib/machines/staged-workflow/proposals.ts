import type { Proposal } from '#lib/activities/workflow.ts';
import { whyBroken } from '#lib/workflow/update.ts';
import type { WorkflowContext } from './context.ts';

/** Why an update is not shown to anybody although it was proposed; null when it is. */
export function whyUnfit(
  { workflow, at, refused }: Pick<WorkflowContext, 'workflow' | 'at' | 'refused'>,
  proposal: Proposal,
): string | null {
  if (refused.includes(proposal.workflow.id.slice(0, 16))) return 'it was rejected before';
  if (workflow === null) return 'there is no workflow to change';
  if (workflow.id === proposal.workflow.id) return 'it changes nothing';
  if (workflow.id !== proposal.before) return 'the workflow has been changed since it was proposed';
  return whyBroken(workflow, proposal.workflow, at);
}
