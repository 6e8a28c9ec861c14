import type { Pool } from 'pg';

/** Address of an owner who has not given one: no mail can ever reach it. */
export const noAddress = 'owner@firmloop.invalid';

/** The owner's id: the first admin, made when the first link is opened. */
export async function ownerId(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `WITH made AS (
       INSERT INTO person (id, name, email, is_owner) VALUES (gen_random_uuid(), 'Owner', $1, true)
       ON CONFLICT DO NOTHING RETURNING id
     ), granted AS (
       INSERT INTO role_grant (person_id, role, granted_by) SELECT id, 'admin', 'the first start' FROM made
     )
     SELECT id FROM made UNION ALL SELECT id FROM person WHERE is_owner`,
    [noAddress],
  );
  const [owner] = rows;
  // Another request made the owner a moment ago, after this statement had looked.
  return owner === undefined ? await ownerId(pool) : owner.id;
}

/** The owner's id, as an admin of the stack also after another admin has taken that role: the link is proof of who owns it. */
export async function ownerAsAdmin(pool: Pool): Promise<string> {
  const id = await ownerId(pool);
  await pool.query(
    `INSERT INTO role_grant (person_id, role, granted_by) VALUES ($1, 'admin', 'the owner’s link')
     ON CONFLICT ON CONSTRAINT role_grant_one_role DO UPDATE SET role = EXCLUDED.role, granted_by = EXCLUDED.granted_by
     WHERE role_grant.role <> EXCLUDED.role`,
    [id],
  );
  return id;
}

/** Whether the owner can sign in without a link: by a password with an address, or at a provider. */
export async function ownerHasWayIn(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM person p JOIN account a ON a.user_id = p.id WHERE p.is_owner AND p.email <> $1 LIMIT 1`,
    [noAddress],
  );
  return (rowCount ?? 0) > 0;
}
