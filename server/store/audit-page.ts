import type { Pool } from 'pg';
import type { AuditFilter } from '#lib/audit/filter.ts';
import type { Json } from '#lib/engine/json.ts';

export interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly targetKind: string;
  readonly targetId: string;
  /** Of a run, its number. */
  readonly run: number | null;
  readonly project: string | null;
  readonly door: string;
  readonly address: string | null;
  readonly before: Json;
  readonly after: Json;
}

export interface AuditAsked {
  readonly filter: AuditFilter;
  /** Only rows of these projects; null for everything, also what belongs to none. */
  readonly projectIds: readonly string[] | null;
  /** Rows older or newer than the one with this id. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Rows of the audit log that match, newest first: those next to `before` or `after`, else the newest. */
export async function auditPage(pool: Pool, asked: AuditAsked): Promise<AuditRow[]> {
  const { actor, action, target, door, from, to } = asked.filter;
  const order = asked.after === undefined ? 'DESC' : 'ASC';
  const { rows } = await pool.query(
    `SELECT a.id, a.at, a.actor, a.action, a.target_kind AS "targetKind", a.target_id AS "targetId", r.number AS run,
       p.name AS project, a.door, a.address, a.before, a.after
     FROM (
       SELECT * FROM audit
       WHERE ($1::text IS NULL OR strpos(lower(actor), lower($1)) > 0)
         AND ($2::text IS NULL OR starts_with(action, $2))
         AND ($3::text IS NULL OR target_id = $3 OR target_id = (SELECT id::text FROM run WHERE number = $4))
         AND ($5::text IS NULL OR door = $5)
         AND ($6::date IS NULL OR at >= $6::date) AND ($7::date IS NULL OR at < $7::date + 1)
         AND ($8::uuid[] IS NULL OR project_id = ANY($8))
         AND ($9::bigint IS NULL OR id < $9) AND ($10::bigint IS NULL OR id > $10)
       ORDER BY id ${order} LIMIT $11) a
     LEFT JOIN project p ON p.id = a.project_id
     LEFT JOIN run r ON r.id = CASE WHEN a.target_kind = 'run' AND a.target_id ~ '^[0-9a-f-]{36}$' THEN a.target_id::uuid END
     ORDER BY a.id DESC`,
    [
      actor ?? null,
      action ?? null,
      target ?? null,
      runNumberIn(target),
      door ?? null,
      from ?? null,
      to ?? null,
      asked.projectIds,
      asked.before ?? null,
      asked.after ?? null,
      asked.limit,
    ],
  );
  return rows as AuditRow[];
}

/** `#12` means run 12. */
function runNumberIn(target: string | undefined): number | null {
  const digits = /^#(\d{1,9})$/.exec(target ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
