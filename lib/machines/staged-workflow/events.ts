import { z } from 'zod';
import { id, name } from '#lib/activities/shapes.ts';
import { proposal } from '#lib/activities/workflow.ts';
import { executionModes } from '#lib/convergence/plateau.ts';
import type { Said } from '#lib/engine/definition.ts';
import { runMinutes } from '../run-minutes.ts';
import { workflowLimits } from './input.ts';
import type { WorkflowEvent } from './table.ts';

/** Who says something and why; what comes without a name comes from the launch. */
const said = { by: name.default('the launch'), reason: z.string().max(400).default('') };
const plain = z.object(said);
/** A verdict is bound to exactly the update that was shown. */
const verdict = z.object({ ...said, updateId: id });
const update = z.object({ ...said, proposal: proposal.optional() });

/** What may be changed while a workflow goes on. */
export const workflowChanges = z
  .strictObject({
    mode: z.enum(executionModes),
    timeout_minutes: runMinutes.nullable(),
    behaviors_per_step: workflowLimits.shape.behaviors_per_step.unwrap(),
  })
  .partial();

/** The events of the table with the shape of their fields. */
export const tableEvents = {
  START_WORKFLOW: plain,
  START_STEP: plain,
  START_BEHAVIOR: plain,
  START_ACTION: z.object({ ...said, queue: z.object({ id, count: z.int().min(1).max(200) }).optional() }),
  COMPLETE_ACTION: plain,
  NEXT_ACTION: plain,
  COMPLETE_BEHAVIOR: plain,
  NEXT_BEHAVIOR: plain,
  COMPLETE_STEP: plain,
  NEXT_STEP: plain,
  COMPLETE_STAGE: plain,
  NEXT_STAGE: plain,
  COMPLETE_WORKFLOW: plain,
  UPDATE_WORKFLOW: update,
  UPDATE_STEP: update,
  UPDATE_WORKFLOW_CONFIRMED: verdict,
  UPDATE_WORKFLOW_REJECTED: verdict,
  UPDATE_STEP_CONFIRMED: verdict,
  UPDATE_STEP_REJECTED: verdict,
  FAIL: plain,
  CANCEL: plain,
  RESET: plain,
} as const satisfies Record<WorkflowEvent, z.ZodType>;

/** Events from outside with the shape of their fields. */
export const stagedWorkflowEvents = {
  ...tableEvents,
  /** The due time of a wait; a timer of the machine sends it. */
  TIMEOUT: z.object({}),
  'control.abort': z.object({ by: name, reason: z.string() }),
  'control.timeout': z.object({}),
  'control.message': z.object({ by: name, text: z.string() }),
  'control.limits': z.object({ ...said, changes: workflowChanges }),
} as const;

export type StagedWorkflowEvents = {
  [Type in keyof typeof stagedWorkflowEvents]: z.output<(typeof stagedWorkflowEvents)[Type]> & {
    readonly at: number;
  };
};

const nothing = z.strictObject({});
const ofUpdate = z.strictObject({ updateId: id });

/** What people say; the other events of the table are the services' and the client's own. */
export const workflowSaid = {
  START_WORKFLOW: { schema: nothing, refusal: 'cannot be started' },
  START_BEHAVIOR: { schema: nothing, refusal: 'has no behavior that could be started again' },
  RESET: { schema: nothing, refusal: 'cannot be reset' },
  CANCEL: { schema: nothing, refusal: 'cannot be cancelled' },
  FAIL: { schema: nothing, refusal: 'has nothing that could be called failed' },
  UPDATE_WORKFLOW_CONFIRMED: { schema: ofUpdate, refusal: 'waits for no verdict on this update' },
  UPDATE_WORKFLOW_REJECTED: { schema: ofUpdate, refusal: 'waits for no verdict on this update' },
  UPDATE_STEP_CONFIRMED: { schema: ofUpdate, refusal: 'waits for no verdict on this update' },
  UPDATE_STEP_REJECTED: { schema: ofUpdate, refusal: 'waits for no verdict on this update' },
} as const satisfies Partial<Record<WorkflowEvent, Said>>;
