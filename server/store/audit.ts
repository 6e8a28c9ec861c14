import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';

export interface AuditEntry {
  readonly actor: string;
  readonly action: string;
  readonly targetKind: string;
  readonly targetId: string;
  readonly projectId?: string;
  /** Which way it came in. */
  readonly door: 'web' | 'cli' | 'api' | 'runner';
  readonly before?: Json;
  readonly after?: Json;
}

/** Writes down who did what to which thing; nothing can change it afterwards. */
export async function writeAudit(pool: Pool, entry: AuditEntry): Promise<void> {
  await pool.query(
    `INSERT INTO audit (actor, action, target_kind, target_id, project_id, door, before, after) VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb)`,
    [
      entry.actor,
      entry.action,
      entry.targetKind,
      entry.targetId,
      entry.projectId ?? null,
      entry.door,
      entry.before === undefined ? null : jsonb(entry.before),
      entry.after === undefined ? null : jsonb(entry.after),
    ],
  );
}
