import type { Pool } from 'pg';
import type { Role } from '#lib/access/roles.ts';

/** A role with the name of the project that it is held in. */
export interface NamedGrant {
  readonly role: Role;
  readonly project: string | null;
  readonly projectName: string | null;
  readonly site: string | null;
}

/** The roles of the person `p` as one JSON array with names, the whole stack's first. */
export const namedGrantsOfP = `coalesce((
  SELECT jsonb_agg(jsonb_build_object('role', g.role, 'project', g.project_id, 'projectName', j.name, 'site', g.site)
    ORDER BY g.project_id IS NOT NULL, g.site IS NOT NULL, lower(j.name), g.site)
  FROM role_grant g LEFT JOIN project j ON j.id = g.project_id WHERE g.person_id = p.id), '[]')`;

/** The roles of one member. */
export async function namedGrants(pool: Pool, personId: string): Promise<NamedGrant[]> {
  const { rows } = await pool.query<{ grants: NamedGrant[] }>(
    `SELECT ${namedGrantsOfP} AS grants FROM person p WHERE p.id = $1`,
    [personId],
  );
  return rows[0]?.grants ?? [];
}
