import type { Ending, MachineDefinition } from '#lib/engine/definition.ts';
import { runLimitMs } from '../run-minutes.ts';
import type { WorkflowContext, WorkflowOutcome } from './context.ts';
import { workflowChanges, workflowSaid } from './events.ts';
import { stagedWorkflowInput } from './input.ts';
import { stagedWorkflowMachine } from './machine.ts';
import { view } from './view.ts';

const exitCodes = { completed: 0, failed: 1, cancelled: 1, aborted: 3 } as const satisfies Record<
  WorkflowOutcome,
  Ending['exitCode']
>;

const ends = {
  'workflow_completed.ended': 'completed',
  'cancelled.ended': 'cancelled',
  'error.ended': 'failed',
} as const satisfies Record<string, WorkflowOutcome>;

/** A workflow of stages and steps that is steered by a Planning and a Generating service and builds a notebook. */
export const stagedWorkflow: MachineDefinition = {
  id: 'staged-workflow',
  version: 1,
  machine: stagedWorkflowMachine,
  input: stagedWorkflowInput,
  said: workflowSaid,
  limits: workflowChanges,
  deferrable: [],
  runTimeoutMs: ({ settings }: WorkflowContext) => runLimitMs(settings.limits),
  iteration: ({ serial }: WorkflowContext) => serial,
  ending: ({ value, context }) => {
    if (typeof value !== 'string' || !Object.hasOwn(ends, value)) return null;
    const { outcome } = context as Partial<Pick<WorkflowContext, 'outcome'>>;
    const ended = outcome ?? ends[value as keyof typeof ends];
    return { outcome: ended, exitCode: exitCodes[ended] };
  },
  view,
};
