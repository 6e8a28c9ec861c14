import type { Pool } from 'pg';
import type { Grant } from '#lib/access/reach.ts';

export interface StoredPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isOwner: boolean;
  readonly grants: readonly Grant[];
}

/** The roles of a person as one JSON array, for queries in which `p` is the person. */
export const grantsOfP = `coalesce((SELECT jsonb_agg(jsonb_build_object('role', g.role, 'project', g.project_id, 'site', g.site) ORDER BY g.created_at)
  FROM role_grant g WHERE g.person_id = p.id), '[]')`;

/** A member with all roles; null for one that was removed or never was. */
export async function personById(pool: Pool, id: string): Promise<StoredPerson | null> {
  const { rows } = await pool.query({
    name: 'person-by-id',
    text: `SELECT p.id, p.name, p.email, p.is_owner AS "isOwner", ${grantsOfP} AS grants
           FROM person p WHERE p.id = $1 AND p.removed_at IS NULL`,
    values: [id],
  });
  return (rows[0] as StoredPerson | undefined) ?? null;
}
