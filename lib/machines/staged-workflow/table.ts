/**
 * The transition table of the protocol, row by row, and the rows without which a run would hang (`FAIL` from
 * `stage_completed` and from the two states that wait for a verdict on an update). A pair that is not here is refused.
 */
export const table = {
  idle: { START_WORKFLOW: 'stage_running' },
  stage_running: {
    START_STEP: 'step_running',
    COMPLETE_STAGE: 'stage_completed',
    FAIL: 'error',
    CANCEL: 'cancelled',
  },
  step_running: {
    START_BEHAVIOR: 'behavior_running',
    COMPLETE_STEP: 'step_completed',
    FAIL: 'error',
    CANCEL: 'cancelled',
  },
  behavior_running: {
    START_ACTION: 'action_running',
    COMPLETE_BEHAVIOR: 'behavior_completed',
    FAIL: 'error',
    CANCEL: 'cancelled',
  },
  action_running: {
    COMPLETE_ACTION: 'action_completed',
    UPDATE_WORKFLOW: 'workflow_update_pending',
    UPDATE_STEP: 'step_update_pending',
    FAIL: 'error',
    CANCEL: 'cancelled',
  },
  action_completed: {
    NEXT_ACTION: 'action_running',
    COMPLETE_BEHAVIOR: 'behavior_completed',
    FAIL: 'error',
    CANCEL: 'cancelled',
  },
  behavior_completed: {
    NEXT_BEHAVIOR: 'behavior_running',
    COMPLETE_STEP: 'step_completed',
    FAIL: 'error',
    CANCEL: 'cancelled',
  },
  step_completed: {
    NEXT_STEP: 'step_running',
    COMPLETE_STAGE: 'stage_completed',
    FAIL: 'error',
    CANCEL: 'cancelled',
  },
  stage_completed: {
    NEXT_STAGE: 'stage_running',
    COMPLETE_WORKFLOW: 'workflow_completed',
    FAIL: 'error',
    CANCEL: 'cancelled',
  },
  workflow_completed: { RESET: 'idle' },
  workflow_update_pending: {
    UPDATE_WORKFLOW_CONFIRMED: 'action_completed',
    UPDATE_WORKFLOW_REJECTED: 'action_completed',
    COMPLETE_ACTION: 'workflow_update_pending',
    FAIL: 'error',
    CANCEL: 'cancelled',
  },
  step_update_pending: {
    UPDATE_STEP_CONFIRMED: 'action_completed',
    UPDATE_STEP_REJECTED: 'error',
    FAIL: 'error',
    CANCEL: 'cancelled',
  },
  error: { RESET: 'idle', START_WORKFLOW: 'stage_running', START_BEHAVIOR: 'behavior_running' },
  cancelled: { RESET: 'idle' },
} as const;

export type WorkflowState = keyof typeof table;
export const workflowStates = Object.keys(table) as readonly WorkflowState[];

/** The events that a state takes. */
export type EventFrom<State extends WorkflowState> = keyof (typeof table)[State] & string;
export type WorkflowEvent = { [State in WorkflowState]: EventFrom<State> }[WorkflowState];

/** Where an event leads from a state; null for a pair that is not in the table. */
export function nextState(from: WorkflowState, event: WorkflowEvent): WorkflowState | null {
  const row: Readonly<Partial<Record<WorkflowEvent, WorkflowState>>> = table[from];
  return row[event] ?? null;
}

/** Who brings an event about. */
export const responsible = {
  START_WORKFLOW: 'client',
  START_STEP: 'client',
  START_BEHAVIOR: 'planning',
  START_ACTION: 'generating',
  COMPLETE_ACTION: 'client',
  NEXT_ACTION: 'client',
  COMPLETE_BEHAVIOR: 'planning',
  NEXT_BEHAVIOR: 'planning',
  COMPLETE_STEP: 'planning',
  NEXT_STEP: 'client',
  COMPLETE_STAGE: 'planning',
  NEXT_STAGE: 'client',
  COMPLETE_WORKFLOW: 'planning',
  UPDATE_WORKFLOW: 'planning',
  UPDATE_STEP: 'planning',
  UPDATE_WORKFLOW_CONFIRMED: 'client',
  UPDATE_WORKFLOW_REJECTED: 'client',
  UPDATE_STEP_CONFIRMED: 'client',
  UPDATE_STEP_REJECTED: 'client',
  FAIL: 'client',
  CANCEL: 'client',
  RESET: 'client',
} as const satisfies Record<WorkflowEvent, 'planning' | 'generating' | 'client'>;

export const workflowEvents = Object.keys(responsible) as readonly WorkflowEvent[];
