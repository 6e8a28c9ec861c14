import type { Json } from '#lib/engine/json.ts';
import { isNoticeKind } from '#lib/notify/kinds.ts';
import type { Notice } from '#lib/notify/notice.ts';

/** Columns of a notice `n` for a query over `noticeTables`. */
export const noticeColumns = `n.id, n.kind, round(extract(epoch FROM n.created_at) * 1000)::float8 AS at, n.actor, n.person, n.data,
  project.name AS project, n.run_id AS "runId", run.number AS "runNumber", run.title AS "runGoal", review.number AS review`;

export const noticeTables = `notice n LEFT JOIN run ON run.id = n.run_id LEFT JOIN project ON project.id = n.project_id
  LEFT JOIN review ON review.id = n.review_id`;

export interface NoticeRow {
  readonly id: number;
  readonly kind: string;
  readonly at: number;
  readonly actor: string | null;
  readonly person: string | null;
  readonly data: { readonly [field: string]: Json };
  readonly project: string | null;
  readonly runId: string | null;
  readonly runNumber: number | null;
  readonly runGoal: string | null;
  readonly review: number | null;
}

/** The notice that a row tells of. Throws for a kind that only a newer program knows. */
export function noticeOf({ runId, runNumber, runGoal, kind, ...row }: NoticeRow): Notice {
  if (!isNoticeKind(kind)) throw new Error(`notice ${row.id} is of the unknown kind ${kind}`);
  const run = runId === null || runNumber === null ? null : { id: runId, number: runNumber, goal: runGoal ?? '' };
  const { id, at, actor, person, data, project, review } = row;
  return { id, kind, at, actor, person, data, project, run, review };
}
