import type { Proposal } from '#lib/activities/workflow.ts';
import type { WorkflowOutline } from '#lib/workflow/template.ts';
import type { Position } from '#lib/workflow/update.ts';
import type { StagedWorkflowInput } from './input.ts';
import type { WorkflowState } from './table.ts';

export type WorkflowOutcome = 'completed' | 'failed' | 'cancelled' | 'aborted';

/** Why a workflow stands in `error`. */
export type TroubleCode =
  | 'PLANNING_UNAVAILABLE'
  | 'PLANNING_FAILED'
  | 'GENERATING_FAILED'
  | 'TARGET_NOT_ACHIEVED'
  | 'ITERATION_LIMIT'
  | 'ACTION_FAILED'
  | 'UPDATE_REJECTED'
  | 'OUT_OF_SYNC'
  | 'NO_WORKFLOW'
  | 'SAID';

export interface WorkflowTrouble {
  readonly code: TroubleCode;
  readonly message: string;
  readonly from: WorkflowState;
}

/** The facts that decide. Notebooks, effects, the history and the workflow's texts are rows and artifacts. */
export interface WorkflowContext {
  readonly settings: Pick<StagedWorkflowInput, 'mode' | 'limits'>;
  readonly workflow: WorkflowOutline | null;
  readonly at: Position;
  /** The behavior of the step, from 1; 0 before the first. */
  readonly iteration: number;
  /** Behaviors begun in all: what their rows are filed under. */
  readonly serial: number;
  /** The actions of the behavior, and the one that is performed or comes next. */
  readonly queue: { readonly id: string; readonly count: number; readonly next: number } | null;
  readonly proposal: Proposal | null;
  /** The update that was judged last. */
  readonly judged: string | null;
  /** Workflows that were refused: proposed again they are passed over. */
  readonly refused: readonly string[];
  /** How often the whole workflow was begun. */
  readonly round: number;
  /** Raised by every error and end: a kernel of an earlier one is never used again. */
  readonly epoch: number;
  /** Rows of the table that were taken. */
  readonly moves: number;
  /** Recoveries without a person. */
  readonly recoveries: number;
  readonly trouble: WorkflowTrouble | null;
  readonly outcome: WorkflowOutcome | null;
  readonly reason: string;
}

export function initialContext({ mode, limits }: StagedWorkflowInput): WorkflowContext {
  return {
    settings: { mode, limits },
    workflow: null,
    at: { stage: 0, step: null },
    iteration: 0,
    serial: 0,
    queue: null,
    proposal: null,
    judged: null,
    refused: [],
    round: 0,
    epoch: 0,
    moves: 0,
    recoveries: 0,
    trouble: null,
    outcome: null,
    reason: '',
  };
}

/** The stage that is worked on, by name. */
export function stageId({ workflow, at }: WorkflowContext): string | null {
  return workflow?.stages[at.stage]?.id ?? null;
}

/** The step that is worked on, by name; null before the first one of a stage. */
export function stepId({ workflow, at }: WorkflowContext): string | null {
  return at.step === null ? null : (workflow?.stages[at.stage]?.steps[at.step] ?? null);
}

export function hasNextStep({ workflow, at }: WorkflowContext): boolean {
  const steps = workflow?.stages[at.stage]?.steps.length ?? 0;
  return (at.step ?? -1) + 1 < steps;
}

export function hasNextStage({ workflow, at }: WorkflowContext): boolean {
  return at.stage + 1 < (workflow?.stages.length ?? 0);
}

export function hasNextAction({ queue }: WorkflowContext): boolean {
  return queue !== null && queue.next < queue.count;
}

/** What an activity is told of where the workflow stands. */
export function placeIn(state: WorkflowState, { workflow, at, iteration, round }: WorkflowContext) {
  return { state, workflow: workflow?.id ?? null, ...at, iteration, round };
}
