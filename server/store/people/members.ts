import type { Pool } from 'pg';

/** A role with the name of the project that it is held in. */
export interface NamedGrant {
  readonly role: 'viewer' | 'engineer' | 'lead' | 'admin';
  readonly project: string | null;
  readonly projectName: string | null;
  readonly site: string | null;
}

export interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isOwner: boolean;
  readonly grants: readonly NamedGrant[];
  readonly waysIn: readonly string[];
  /** When a browser of theirs was last seen, epoch milliseconds; null when none is signed in. */
  readonly seenAt: number | null;
}

/** Everybody who is a member, by name. */
export async function memberRows(pool: Pool): Promise<MemberRow[]> {
  const { rows } = await pool.query(
    `SELECT p.id, p.name, p.email, p.is_owner AS "isOwner",
       coalesce((SELECT jsonb_agg(jsonb_build_object('role', g.role, 'project', g.project_id, 'projectName', j.name, 'site', g.site)
           ORDER BY g.project_id IS NOT NULL, g.site IS NOT NULL, lower(j.name), g.site)
         FROM role_grant g LEFT JOIN project j ON j.id = g.project_id WHERE g.person_id = p.id), '[]') AS grants,
       coalesce((SELECT array_agg(DISTINCT a.provider_id) FROM account a WHERE a.user_id = p.id), '{}') AS "waysIn",
       (SELECT round(extract(epoch FROM max(s.updated_at)) * 1000)::float8 FROM session s WHERE s.user_id = p.id AND s.expires_at > now()) AS "seenAt"
     FROM person p WHERE p.removed_at IS NULL ORDER BY lower(p.name), p.email LIMIT 1000`,
  );
  return rows as MemberRow[];
}
