import type { EvidenceLink } from '#components/run/trace-types.ts';
import type { ErrorCode } from '#lib/tasks/error-codes.ts';
import type { StepStatus, VerificationPolicy } from '#lib/tasks/plan.ts';
import type { ToolRisk } from '#lib/tasks/tools.ts';

/** One tool call of a step. */
export interface TaskCall {
  readonly tool: string;
  readonly risk: ToolRisk;
  /** The path, command or query that it is about. */
  readonly on: string;
  /** The patch or the text that it writes; empty for other tools. */
  readonly detail: string;
}

/** One step of a plan with what came of it. */
export interface TaskStep {
  readonly id: string;
  readonly title: string;
  readonly intent: string;
  readonly status: StepStatus;
  readonly calls: readonly TaskCall[];
  readonly happened: readonly {
    readonly ok: boolean;
    readonly reason: string;
    readonly evidence: readonly EvidenceLink[];
  }[];
}

/** The plan that a task works off. */
export interface TaskPlan {
  /** Hash of the plan: an edit names the plan that it changes. */
  readonly planId: string;
  /** The plan as a person edits it, YAML. */
  readonly text: string;
  readonly goal: string;
  readonly risk: 'low' | 'medium' | 'high';
  readonly constraints: readonly string[];
  readonly verification: VerificationPolicy;
  readonly steps: readonly TaskStep[];
}

/** What went wrong last, and what to do about it. */
export interface TaskTrouble {
  readonly code: ErrorCode;
  readonly message: string;
  readonly next: string;
  readonly traceId: string;
}
