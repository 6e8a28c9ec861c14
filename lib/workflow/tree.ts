import type { WorkflowRow } from './rows.ts';
import type { WorkflowTemplate } from './template.ts';
import type { Position } from './update.ts';

export type PartStatus = 'waiting' | 'current' | 'done' | 'failed';

export interface ActionNode {
  readonly n: number;
  readonly kind: 'add' | 'exec';
  readonly ok: boolean;
  readonly summary: string;
  readonly cellId: string | null;
}

export interface BehaviorNode {
  readonly id: string;
  readonly serial: number;
  readonly status: WorkflowRow<'behavior'>['status'];
  readonly of: number;
  readonly actions: readonly ActionNode[];
}

export interface StepNode {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  readonly status: PartStatus;
  readonly behaviors: readonly BehaviorNode[];
}

export interface StageNode extends Omit<StepNode, 'behaviors'> {
  readonly steps: readonly StepNode[];
}

interface Standing {
  /** The state of the machine, without its sub-state. */
  readonly state: string;
  readonly template: WorkflowTemplate;
  readonly at: Position;
  /** Of the round that is looked at. */
  readonly behaviors: readonly WorkflowRow<'behavior'>[];
  readonly actions: readonly WorkflowRow<'action'>[];
}

const stageDone: ReadonlySet<string> = new Set(['stage_completed', 'workflow_completed']);
const stepDone: ReadonlySet<string> = new Set([...stageDone, 'step_completed']);
const stopped: ReadonlySet<string> = new Set(['error', 'cancelled']);

/** The workflow as a tree: stages, steps, behaviors, actions, each with how it stands. */
export function workflowTree(standing: Standing): readonly StageNode[] {
  const { template, at, state } = standing;
  return template.stages.map(({ id, title, goal, steps }, stage) => ({
    id,
    title,
    goal,
    status: statusOf(stage, at.stage, state, stageDone),
    steps: steps.map((step, index) => ({
      ...step,
      status:
        stage === at.stage ? statusOf(index, at.step ?? -1, state, stepDone) : stage < at.stage ? 'done' : 'waiting',
      behaviors: behaviorsOf(standing, id, step.id),
    })),
  }));
}

function statusOf(index: number, at: number, state: string, done: ReadonlySet<string>): PartStatus {
  if (state === 'idle' || index > at) return 'waiting';
  if (index < at || done.has(state)) return 'done';
  return stopped.has(state) ? 'failed' : 'current';
}

function behaviorsOf({ behaviors, actions }: Standing, stage: string, step: string): BehaviorNode[] {
  return behaviors
    .filter((one) => one.stage_id === stage && one.step_id === step)
    .map(({ behavior_id, serial, status }) => {
      const own = actions.filter((one) => one.serial === serial);
      return {
        id: behavior_id ?? 'behavior',
        serial,
        status,
        of: own[0]?.of ?? 0,
        actions: own.map(({ n, kind, ok, summary, cell }) => ({ n, kind, ok, summary, cellId: cell?.id ?? null })),
      };
    });
}
