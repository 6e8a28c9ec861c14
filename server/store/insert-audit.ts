import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { storable } from './storable.ts';

/** The way somebody came in. */
export type Door = 'cli' | 'web' | 'api';

/** Who did what to which thing. */
export interface AuditEntry {
  readonly actor: string;
  /** Dotted, the thing first: `run.abort`. */
  readonly action: string;
  readonly target: { readonly kind: string; readonly id: string };
  readonly projectId?: string;
  readonly door: Door;
  readonly before?: Json;
  readonly after?: Json;
}

/** Adds a line to the audit log; there is no way to change or remove one. */
export async function insertAudit(pool: Pool, entry: AuditEntry): Promise<void> {
  const { actor, action, target, projectId = null, door, before = null, after = null } = entry;
  await pool.query(
    `INSERT INTO audit (actor, action, target_kind, target_id, project_id, door, before, after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [actor, action, target.kind, target.id, projectId, door, asJson(before), asJson(after)],
  );
}

function asJson(value: Json): string | null {
  return value === null ? null : JSON.stringify(storable(value));
}
