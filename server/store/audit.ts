import type { Pool, PoolClient } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';
import type { Door } from './signed.ts';

export interface AuditEntry {
  readonly actor: string;
  readonly action: string;
  readonly targetKind: string;
  readonly targetId: string;
  readonly projectId?: string | null;
  /** Which way it came in. */
  readonly door: Door;
  /** The client's address where it is known. */
  readonly address?: string | null;
  readonly before?: Json;
  readonly after?: Json;
}

/**
 * Writes down who did what to which thing; nothing can change it afterwards. For what leaves no row of its own, such as a
 * download: launches, interventions, sessions, roles, invitations and tokens write themselves down in the transaction that
 * makes them. Give the client of a transaction to write in that one.
 */
export async function writeAudit(database: Pool | PoolClient, entry: AuditEntry): Promise<void> {
  await database.query(
    `INSERT INTO audit (actor, action, target_kind, target_id, project_id, door, address, before, after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb)`,
    [
      entry.actor,
      entry.action,
      entry.targetKind,
      entry.targetId,
      entry.projectId ?? null,
      entry.door,
      entry.address ?? null,
      entry.before === undefined ? null : jsonb(entry.before),
      entry.after === undefined ? null : jsonb(entry.after),
    ],
  );
}
