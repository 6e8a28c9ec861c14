import { z } from 'zod';
import { partId } from './template.ts';

const hash = z.string().min(1).max(80);
const whole = z.number().int().min(0);

/** Where in the hierarchy something happened. `round` counts how often the whole workflow was begun. */
export const placeOfRow = z.object({
  round: whole,
  stage_id: partId,
  step_id: partId.nullable(),
  behavior_id: z.string().nullable(),
});

const cell = z.object({
  id: z.string(),
  /** What `exec` calls it by. */
  name: z.string().nullable(),
  type: z.enum(['markdown', 'code']),
  /** Null as long as it has not been executed. */
  ok: z.boolean().nullable(),
  artifact: hash,
});

/** An update that a service has proposed; `before` and `after` are workflows as artifacts. */
export const proposedUpdate = z.object({
  id: hash,
  kind: z.enum(['workflow', 'step']),
  summary: z.string(),
  before: hash,
  after: hash,
});

/** The rows of a run's workflow, by kind: what its machine records, and what pages, services and the notebook are made from. */
export const workflowRows = {
  fsm: z.object({ round: whole, from: z.string(), event: z.string(), to: z.string(), at: z.number() }),
  behavior: placeOfRow.extend({
    serial: whole,
    iteration: whole,
    status: z.enum(['running', 'completed', 'failed', 'stopped']),
  }),
  action: placeOfRow.extend({
    serial: whole,
    n: whole,
    of: whole,
    kind: z.enum(['add', 'exec']),
    ok: z.boolean(),
    summary: z.string(),
    cell: cell.nullable(),
    effect: z.object({ text: z.string(), artifact: hash.nullable() }).nullable(),
  }),
  planning: placeOfRow.extend({
    about: z.enum(['stage', 'step', 'behavior', 'workflow']),
    says: z.string(),
    targetAchieved: z.boolean(),
    continueBehaviors: z.boolean(),
    fallback: z.boolean(),
    focus: z.array(z.object({ level: z.enum(['stages', 'steps', 'behaviors']), text: z.string() })),
    variables: z.object({ id: hash, count: whole }).nullable(),
    proposal: proposedUpdate.nullable(),
  }),
  /** The verdict on an update. */
  update: z.object({
    id: hash,
    verdict: z.enum(['confirmed', 'rejected']),
    by: z.string(),
    reason: z.string(),
  }),
} as const;

export type RowKind = keyof typeof workflowRows;
export type WorkflowRow<Kind extends RowKind> = z.output<(typeof workflowRows)[Kind]>;

/** `behavior_003` */
export function behaviorId(iteration: number): string {
  return `behavior_${String(iteration).padStart(3, '0')}`;
}

/** Keys of rows sort as numbers do. */
export function rowKey(...parts: readonly (number | string)[]): string {
  return parts.map((part) => (typeof part === 'number' ? String(part).padStart(6, '0') : part)).join(':');
}

/** The rows of one kind as they were stored, of one round where one is named; what cannot be read is passed over. */
export function readRows<Kind extends RowKind>(
  kind: Kind,
  stored: readonly unknown[],
  round?: number,
): WorkflowRow<Kind>[] {
  const read = stored.flatMap((row) => {
    const one = workflowRows[kind].safeParse(row);
    return one.success ? [one.data as WorkflowRow<Kind>] : [];
  });
  return round === undefined ? read : read.filter((row) => !('round' in row) || row.round === round);
}

/** A cell of the notebook as its last action has left it. */
export type CellRow = NonNullable<WorkflowRow<'action'>['cell']>;

/** The cells that actions have added and executed, in the order in which they were added. */
export function cellsIn(actions: readonly WorkflowRow<'action'>[]): CellRow[] {
  const cells = new Map<string, CellRow>();
  for (const { cell: one } of actions) if (one !== null) cells.set(one.id, one);
  return [...cells.values()];
}
