import type { Pool } from 'pg';
import type { Grant } from '#lib/access/reach.ts';
import { noSuchThing } from './no-such-thing.ts';

export interface PendingInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Grant['role'];
  readonly project: string | null;
  readonly projectName: string | null;
  readonly site: string | null;
  readonly invitedBy: string;
  readonly expiresAt: Date;
  /** Whether a member has this address already: then the link only adds a role. */
  readonly isMember: boolean;
}

const columns = `i.id, i.email, i.role, i.project_id AS project, j.name AS "projectName", i.site, i.invited_by AS "invitedBy",
  i.expires_at AS "expiresAt", EXISTS (SELECT 1 FROM person p WHERE p.email = i.email AND p.removed_at IS NULL) AS "isMember"`;

/** An invitation that can still be accepted. */
const isPending = 'i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()';

export async function insertInvitation(
  pool: Pool,
  invitation: { hash: string; email: string; grant: Grant; invitedBy: string; days: number },
): Promise<string> {
  const { hash, email, grant, invitedBy, days } = invitation;
  const made = pool.query<{ id: string }>(
    `INSERT INTO invitation (hash, email, role, project_id, site, invited_by, expires_at)
     VALUES ($1, lower($2), $3, $4, $5, $6, now() + $7 * interval '1 day') RETURNING id`,
    [hash, email, grant.role, grant.project, grant.site, invitedBy, days],
  );
  return (await made.catch(noSuchThing)).rows[0]?.id ?? '';
}

/** The invitation behind a link; null for one that is unknown, used, withdrawn or too old. */
export async function invitationByHash(pool: Pool, hash: string): Promise<PendingInvitation | null> {
  const { rows } = await pool.query(
    `SELECT ${columns} FROM invitation i LEFT JOIN project j ON j.id = i.project_id WHERE i.hash = $1 AND ${isPending}`,
    [hash],
  );
  return (rows[0] as PendingInvitation | undefined) ?? null;
}

/** Invitations that nobody has accepted yet, newest first. */
export async function pendingInvitations(pool: Pool): Promise<PendingInvitation[]> {
  const { rows } = await pool.query(
    `SELECT ${columns} FROM invitation i LEFT JOIN project j ON j.id = i.project_id WHERE ${isPending} ORDER BY i.created_at DESC LIMIT 500`,
  );
  return rows as PendingInvitation[];
}

export async function hasPendingInvitation(pool: Pool, email: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM invitation i WHERE i.email = lower($1) AND ${isPending} LIMIT 1`,
    [email],
  );
  return rowCount === 1;
}

/** Withdraws an invitation; false when it was accepted or withdrawn before. */
export async function revokeInvitation(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE invitation SET revoked_at = now() WHERE id = $1 AND accepted_at IS NULL AND revoked_at IS NULL',
    [id],
  );
  return rowCount === 1;
}
