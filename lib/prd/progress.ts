import { z } from 'zod';
import type { Json } from '#lib/engine/json.ts';
import { topState } from '#lib/engine/top-state.ts';
import type { PrdContext } from '#lib/machines/prd-agent/context.ts';
import { blockedBy } from '#lib/machines/prd-agent/words.ts';
import type { ContextHead } from './active-context.ts';
import { prdStates, type TaskStatus, taskStatuses } from './states.ts';

/** What somebody has reported of a task, or of the session. It stands beside what was measured, never in its place. */
export const progressReport = z.object({
  by: z.string(),
  task: z.string().nullable(),
  status: z.enum(taskStatuses).nullable(),
  percent: z.number().nullable(),
  note: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
});
export type ProgressReport = z.output<typeof progressReport>;

/** What has become of a task. */
export interface TaskProgress {
  readonly task_id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly fixes: number;
  readonly failure: string | null;
  readonly reported: ProgressReport | null;
}

/** Where a session stands: the front matter of `active_context.md`, and the queue (design §5). */
export interface SessionProgress extends ContextHead {
  /** The hash of the document as it stands: a yes to it names this. */
  readonly prd_id: string | null;
  readonly title: string | null;
  readonly tasks: readonly TaskProgress[];
  readonly done: number;
  /** What stands in the way of a blocked session, as a clause. */
  readonly blocked_by: string | null;
  /** Reports about no task, newest first. */
  readonly reports: readonly ProgressReport[];
  /** What hands have changed in `active_context.md`, newest last. */
  readonly hand_edits: readonly string[];
  readonly outcome: string | null;
}

/** A session's records by kind, as far as this is made from them. */
export type SessionRecords = Readonly<Record<'task' | 'progress' | 'context', readonly Json[]>>;

const taskRecord = z.object({ task_id: z.string(), fixes: z.number(), failure: z.string().nullable() });
const fileRecord = z.object({ edits: z.array(z.string()) });

/** Where a session stands, from what its machine remembers and has filed. */
export function progressOf(
  { id, state, context }: { readonly id: string; readonly state: string; readonly context: PrdContext },
  records: SessionRecords,
): SessionProgress {
  const { prd, statuses, at, checkpoint, attempts, outcome } = context;
  const filed = parsed(taskRecord, records.task);
  const reports = parsed(progressReport, records.progress).sort((one, other) => other.at - one.at);
  const top = topState(state);
  const task_status = prdStates.find((known) => known === top) ?? 'IDLE';
  return {
    session_id: id,
    task_status,
    auto_fix_attempts: attempts,
    last_checkpoint: checkpoint?.name ?? null,
    prd_id: prd?.prdId ?? null,
    title: prd?.title ?? null,
    tasks: (prd?.tasks ?? []).map(({ id: task_id, title }, index) => {
      const { fixes = 0, failure = null } = filed.find((one) => one.task_id === task_id) ?? {};
      const status = statuses[index] ?? 'pending';
      const reported = reports.find(({ task }) => task === task_id) ?? null;
      return index === at && status === 'in_progress'
        ? { task_id, title, status, fixes: context.allFixes, failure: context.failure?.message ?? null, reported }
        : { task_id, title, status, fixes, failure: status === 'done' ? null : failure, reported };
    }),
    done: statuses.filter((status) => status === 'done').length,
    blocked_by: task_status === 'BLOCKED' ? blockedBy(context) : null,
    reports: reports.filter(({ task }) => task === null),
    hand_edits: parsed(fileRecord, records.context).flatMap(({ edits }) => edits),
    outcome,
  };
}

function parsed<Schema extends z.ZodType>(schema: Schema, rows: readonly Json[]): z.output<Schema>[] {
  return rows.flatMap((row) => {
    const read = schema.safeParse(row);
    return read.success ? [read.data] : [];
  });
}
