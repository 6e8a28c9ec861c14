import type { Pool } from 'pg';
import type { Reach } from '#lib/access/reach.ts';

/** The projects and the sites in which somebody with this reach may give roles; sites are those where a role was given before. */
export async function placesToGrant(
  pool: Pool,
  { projects, sites }: Reach,
): Promise<{ projects: { id: string; name: string }[]; sites: string[] }> {
  const { rows } = await pool.query(
    `SELECT coalesce((SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY lower(name)) FROM project
         WHERE $1::uuid[] IS NULL OR id = ANY($1)), '[]') AS projects,
       coalesce((SELECT array_agg(DISTINCT site ORDER BY site) FROM role_grant
         WHERE site IS NOT NULL AND ($2::text[] IS NULL OR site = ANY($2))), '{}') AS sites`,
    [projects, sites],
  );
  return rows[0] as { projects: { id: string; name: string }[]; sites: string[] };
}
