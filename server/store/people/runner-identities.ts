import type { Pool } from 'pg';
import pg from 'pg';
import { DomainError } from '#lib/errors.ts';

const insufficientPrivilege = '42501';

/** Postgres fails where two transactions change rights on the same table at once. */
const oneAtATime = `SELECT pg_advisory_xact_lock(hashtext('firmloop grants'))`;

/** A runner holds a connection per slot and a handful more. */
const mostConnections = 80;

export interface NewRunnerIdentity {
  readonly name: string;
  readonly dbRole: string;
  /** What the database keeps of the password. */
  readonly verifier: string;
  readonly site: string | null;
  readonly days: number;
  readonly by: string;
}

/** Makes a database role that can do what runners do, all or nothing. Throws REFUSED where this stack's own role may make none. */
export async function insertRunnerIdentity(
  pool: Pool,
  made: NewRunnerIdentity,
): Promise<{ id: string; expiresAt: Date }> {
  const { name, dbRole, verifier, site, days, by } = made;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string; expiresAt: Date }>(
      `INSERT INTO runner_identity (name, db_role, site, created_by, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 day') RETURNING id, expires_at AS "expiresAt"`,
      [name, dbRole, site, by, days],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('the identity was not stored');
    await client.query(
      `CREATE ROLE ${pg.escapeIdentifier(dbRole)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
       CONNECTION LIMIT ${mostConnections} PASSWORD ${pg.escapeLiteral(verifier)} VALID UNTIL ${pg.escapeLiteral(row.expiresAt.toISOString())}`,
    );
    await client.query(oneAtATime);
    await client.query('SELECT grant_runner($1)', [dbRole]);
    await client.query('COMMIT');
    return row;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (!(error instanceof Error && 'code' in error && error.code === insufficientPrivilege)) throw error;
    throw new DomainError('REFUSED', 'The database role that this stack uses may not make other roles.', {
      next: 'Give it CREATEROLE, or let the administrator of the database do it as docs/security.md says.',
      cause: error,
    });
  } finally {
    client.release();
  }
}

export interface RunnerIdentityRow {
  readonly id: string;
  readonly name: string;
  readonly site: string | null;
  readonly createdBy: string;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly status: 'usable' | 'expired' | 'revoked';
}

/** Identities of runners, those that can be used first. */
export async function runnerIdentities(pool: Pool): Promise<RunnerIdentityRow[]> {
  const { rows } = await pool.query(
    `SELECT i.id, i.name, i.site, i.created_by AS "createdBy", i.expires_at AS "expiresAt",
       (SELECT max(r.renewed_at) FROM runner r WHERE r.identity = i.db_role) AS "lastUsedAt",
       CASE WHEN i.revoked_at IS NOT NULL THEN 'revoked' WHEN i.expires_at <= now() THEN 'expired' ELSE 'usable' END AS status
     FROM runner_identity i ORDER BY i.revoked_at IS NULL AND i.expires_at > now() DESC, i.created_at DESC LIMIT 200`,
  );
  return rows as RunnerIdentityRow[];
}

/** Ends an identity: its role is gone and its connections are cut. False when it had ended before. */
export async function revokeRunnerIdentity(pool: Pool, id: string): Promise<boolean> {
  const { rows } = await pool.query<{ dbRole: string }>(
    'UPDATE runner_identity SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING db_role AS "dbRole"',
    [id],
  );
  const [identity] = rows;
  if (identity === undefined) return false;
  await dropRole(pool, identity.dbRole);
  return true;
}

/** A database that was restored on another server has the row and not the role. */
async function dropRole(pool: Pool, dbRole: string): Promise<void> {
  const { rowCount } = await pool.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [dbRole]);
  if (rowCount === 0) return;
  const role = pg.escapeIdentifier(dbRole);
  await pool.query(`ALTER ROLE ${role} NOLOGIN`);
  await pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [dbRole]);
  await pool.query(`${oneAtATime}; DROP OWNED BY ${role}`);
  await pool.query(`DROP ROLE ${role}`);
}

/** Gives every identity what runners need of tables that came with a newer release. */
export async function regrantRunnerIdentities(pool: Pool): Promise<void> {
  await pool.query(
    `${oneAtATime}; SELECT grant_runner(db_role) FROM runner_identity WHERE revoked_at IS NULL AND db_role IN (SELECT rolname FROM pg_roles)`,
  );
}

/** Ends identities whose time is over: Postgres lets connections go on that were made before. */
export async function endExpiredRunnerIdentities(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM runner_identity WHERE revoked_at IS NULL AND expires_at <= now()',
  );
  for (const { id } of rows) await revokeRunnerIdentity(pool, id);
}
