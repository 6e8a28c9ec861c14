import type { Pool } from 'pg';
import type { Grant } from '#lib/access/reach.ts';
import { DomainError } from '#lib/errors.ts';
import { noSuchThing } from './no-such-thing.ts';

/** SQLSTATE of the rule that the last admin stays. */
const restrictViolation = '23001';

/** Gives a member a role in a place instead of the one held there; null takes it away. */
export async function setRole(
  pool: Pool,
  change: { personId: string; place: Pick<Grant, 'project' | 'site'>; role: Grant['role'] | null; by: string },
): Promise<void> {
  const { personId, place, role, by } = change;
  const at = [personId, place.project, place.site];
  const sql =
    role === null
      ? 'DELETE FROM role_grant WHERE person_id = $1 AND project_id IS NOT DISTINCT FROM $2::uuid AND site IS NOT DISTINCT FROM $3'
      : `INSERT INTO role_grant (person_id, project_id, site, role, granted_by) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT ON CONSTRAINT role_grant_one_role DO UPDATE SET role = EXCLUDED.role, granted_by = EXCLUDED.granted_by`;
  await pool
    .query(sql, role === null ? at : [...at, role, by])
    .catch(noSuchThing)
    .catch(lastAdminStays);
}

/** Removes a member: no session, token, role or open invitation of theirs is left; what they did keeps their name. False when there is none. */
export async function removeMember(pool: Pool, personId: string): Promise<boolean> {
  const removal = pool.query(
    `WITH gone AS (
       UPDATE person SET removed_at = now(), updated_at = now() WHERE id = $1 AND removed_at IS NULL AND NOT is_owner RETURNING id, email
     ), sessions AS (
       DELETE FROM session WHERE user_id IN (SELECT id FROM gone)
     ), tokens AS (
       UPDATE api_token SET revoked_at = now() WHERE person_id IN (SELECT id FROM gone) AND revoked_at IS NULL
     ), invitations AS (
       UPDATE invitation SET revoked_at = now() WHERE invited_by IN (SELECT email FROM gone) AND accepted_at IS NULL AND revoked_at IS NULL
     ), grants AS (
       DELETE FROM role_grant WHERE person_id IN (SELECT id FROM gone)
     ), ways AS (
       DELETE FROM account WHERE user_id IN (SELECT id FROM gone)
     )
     SELECT FROM gone`,
    [personId],
  );
  return (await removal.catch(lastAdminStays)).rowCount === 1;
}

function lastAdminStays(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === restrictViolation)) throw error;
  throw new DomainError('REFUSED', 'The stack’s last admin stays admin.', {
    next: 'Make somebody else an admin of the whole stack first.',
    cause: error,
  });
}
