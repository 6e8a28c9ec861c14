import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';

const uniqueViolation = '23505';

/** Changes how a member is called and reached. Throws CONFLICT when the address is another member's. */
export async function renamePerson(pool: Pool, personId: string, to: { name: string; email: string }): Promise<void> {
  try {
    await pool.query(
      `UPDATE person SET name = $2, email_verified = email_verified AND email = lower($3), email = lower($3), updated_at = now()
       WHERE id = $1`,
      [personId, to.name, to.email],
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === uniqueViolation)) throw error;
    throw new DomainError('CONFLICT', `${to.email} is another member’s address.`, { cause: error });
  }
}

/** The hash of a member's password; null for one who has none. */
export async function passwordHashOf(pool: Pool, personId: string): Promise<string | null> {
  const { rows } = await pool.query<{ password: string | null }>(
    `SELECT password FROM account WHERE user_id = $1 AND provider_id = 'credential'`,
    [personId],
  );
  return rows[0]?.password ?? null;
}

export async function storePassword(pool: Pool, personId: string, passwordHash: string): Promise<void> {
  await pool.query(
    `INSERT INTO account (id, account_id, provider_id, user_id, password) VALUES (gen_random_uuid(), $1::text, 'credential', $1::uuid, $2)
     ON CONFLICT (user_id, provider_id) DO UPDATE SET password = EXCLUDED.password, updated_at = now()`,
    [personId, passwordHash],
  );
}

/** Signs a member's browsers out, all but the one with this session; gives how many there were. */
export async function endSessions(pool: Pool, personId: string, but: string | null): Promise<number> {
  const { rowCount } = await pool.query('DELETE FROM session WHERE user_id = $1 AND ($2::uuid IS NULL OR id <> $2)', [
    personId,
    but,
  ]);
  return rowCount ?? 0;
}

/** Whether a session began less than so many minutes ago. */
export async function isYoungerThan(pool: Pool, sessionId: string | null, minutes: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM session WHERE id = $1 AND created_at > now() - $2 * interval '1 minute'`,
    [sessionId, minutes],
  );
  return rowCount === 1;
}
