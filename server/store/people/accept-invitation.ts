import type { Pool, PoolClient } from 'pg';

/** Marks invitations as accepted and gives their roles. */
const take = `WITH taken AS (
    UPDATE invitation i SET accepted_at = now(), accepted_by = $1
    WHERE i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
      AND i.email = (SELECT email FROM person WHERE id = $1) AND ($2::text IS NULL OR i.hash = $2)
    RETURNING i.role, i.project_id, i.site, i.invited_by, i.created_at
  ), one_each AS (
    SELECT DISTINCT ON (project_id, site) * FROM taken ORDER BY project_id, site, created_at DESC
  )
  INSERT INTO role_grant (person_id, role, project_id, site, granted_by)
  SELECT $1, role, project_id, site, invited_by FROM one_each
  ON CONFLICT ON CONSTRAINT role_grant_one_role DO UPDATE SET role = EXCLUDED.role, granted_by = EXCLUDED.granted_by`;

/** Gives a member the role of an invitation to their own address; false when the link is no longer good or not for them. */
export async function acceptAsMember(pool: Pool | PoolClient, personId: string, hash: string): Promise<boolean> {
  return ((await pool.query(take, [personId, hash])).rowCount ?? 0) > 0;
}

/** Gives somebody whom a provider has just introduced the roles of every invitation to their address. */
export async function acceptAll(pool: Pool, personId: string): Promise<void> {
  await pool.query(take, [personId, null]);
}

/**
 * Makes the invited address a member with a password, all or nothing, and gives the person's id. Null when the link is no
 * longer good, or when a member has the address already.
 */
export async function acceptWithPassword(
  pool: Pool,
  { hash, name, passwordHash }: { hash: string; name: string; passwordHash: string },
): Promise<string | null> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const personId = await newMember(client, hash, name);
    if (personId === null || !(await acceptAsMember(client, personId, hash))) {
      await client.query('ROLLBACK');
      return null;
    }
    await client.query(
      `INSERT INTO account (id, account_id, provider_id, user_id, password) VALUES (gen_random_uuid(), $1::text, 'credential', $1::uuid, $2)
       ON CONFLICT (user_id, provider_id) DO UPDATE SET password = EXCLUDED.password, updated_at = now()`,
      [personId, passwordHash],
    );
    await client.query('COMMIT');
    return personId;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** The invited address as a member, also one who was removed and is invited again; null when there is one already. */
async function newMember(client: PoolClient, hash: string, name: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO person (id, name, email, email_verified) SELECT gen_random_uuid(), $2, email, true FROM invitation WHERE hash = $1
     ON CONFLICT (email) DO UPDATE SET name = EXCLUDED.name, removed_at = NULL, updated_at = now() WHERE person.removed_at IS NOT NULL
     RETURNING id`,
    [hash, name],
  );
  return rows[0]?.id ?? null;
}
