import type { PlanOutline } from '#lib/activities/task.ts';
import type { ErrorCode } from '#lib/tasks/error-codes.ts';
import type { StepStatus } from '#lib/tasks/plan.ts';
import type { ToolRisk } from '#lib/tasks/tools.ts';
import type { TaskOrchestratorInput } from './input.ts';

export type TaskOutcome = 'completed' | 'blocked' | 'cancelled' | 'aborted';

/** What went wrong, and in which state. */
export interface TaskTrouble {
  readonly code: ErrorCode;
  readonly message: string;
  readonly from: 'CONTEXT_BUILDING' | 'PLANNING' | 'EXECUTING' | 'VERIFYING';
}

/** The facts that decide. Texts, plans and outputs are artifacts and records. */
export interface TaskContext {
  readonly settings: Pick<TaskOrchestratorInput, 'mode' | 'permissions' | 'limits'>;
  readonly question: string;
  readonly questions: readonly string[];
  /** Rounds of questions that were asked. */
  readonly rounds: number;
  readonly plan: PlanOutline | null;
  /** The plan with those that it was mended from: what was done by their steps is undone with its own. */
  readonly lineage: readonly string[];
  readonly statuses: readonly StepStatus[];
  readonly at: { readonly step: number; readonly call: number };
  /** Kinds that a person has allowed for the run. */
  readonly granted: readonly ToolRisk[];
  /** The step that a person has allowed, and no other. */
  readonly grantedStep: number | null;
  readonly refusals: number;
  /** What binds the next plan. */
  readonly constraints: readonly string[];
  /** Repairs of the current step, or tries of the state that failed. */
  readonly repairs: number;
  /** Repairs after a failed verification, which no step that passes sets back. */
  readonly verificationRepairs: number;
  /** Plans that were made anew after a failure. */
  readonly replans: number;
  /** What a person has asked to be undone: from a step of the plan on, or everything; and what the next plan is told. */
  readonly undoing: { readonly step: number | null; readonly lesson: string } | null;
  /** Summaries that were cut off. */
  readonly summaries: number;
  readonly trouble: TaskTrouble | null;
  readonly outcome: TaskOutcome | null;
  readonly reason: string;
  readonly warning: string | null;
}

export function initialContext(input: TaskOrchestratorInput): TaskContext {
  const { mode, permissions, limits, request } = input;
  return {
    settings: { mode, permissions, limits },
    question: request.slice(0, 1_000),
    questions: [],
    rounds: 0,
    plan: null,
    lineage: [],
    statuses: [],
    at: { step: 0, call: 0 },
    granted: [],
    grantedStep: null,
    refusals: 0,
    constraints: [],
    repairs: 0,
    verificationRepairs: 0,
    replans: 0,
    undoing: null,
    summaries: 0,
    trouble: null,
    outcome: null,
    reason: '',
    warning: null,
  };
}
