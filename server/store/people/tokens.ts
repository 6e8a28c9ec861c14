import type { Pool } from 'pg';
import type { Permission } from '#lib/access/roles.ts';
import { noSuchThing } from './no-such-thing.ts';
import { grantsOfP, type StoredPerson } from './person-by-id.ts';

export interface UsableToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Permission[];
  readonly projectId: string | null;
  readonly person: StoredPerson;
}

/** The token with this hash and the person it acts for; null when it is unknown, revoked or expired, or the person is gone. */
export async function tokenByHash(pool: Pool, hash: string): Promise<UsableToken | null> {
  const { rows } = await pool.query({
    name: 'token-by-hash',
    text: `SELECT t.id, t.name, t.scopes, t.project_id AS "projectId",
             jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'isOwner', p.is_owner, 'grants', ${grantsOfP}) AS person
           FROM api_token t JOIN person p ON p.id = t.person_id
           WHERE t.hash = $1 AND t.revoked_at IS NULL AND t.expires_at > now() AND p.removed_at IS NULL`,
    values: [hash],
  });
  return (rows[0] as UsableToken | undefined) ?? null;
}

/** Notes that a token was used; once a minute is exact enough and spares a write for each call. */
export async function touchToken(pool: Pool, id: string, from: string | null): Promise<void> {
  await pool.query({
    name: 'touch-token',
    text: `UPDATE api_token SET last_used_at = now(), last_used_from = $2
           WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute' OR last_used_from IS DISTINCT FROM $2)`,
    values: [id, from],
  });
}

export interface NewToken {
  readonly hash: string;
  readonly name: string;
  readonly personId: string;
  readonly scopes: readonly Permission[];
  readonly projectId: string | null;
  readonly days: number;
}

export async function insertToken(pool: Pool, token: NewToken): Promise<{ id: string; expiresAt: Date }> {
  const made = pool.query<{ id: string; expiresAt: Date }>(
    `INSERT INTO api_token (hash, name, person_id, scopes, project_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 day') RETURNING id, expires_at AS "expiresAt"`,
    [token.hash, token.name, token.personId, token.scopes, token.projectId, token.days],
  );
  const { rows } = await made.catch(noSuchThing);
  return rows[0] as { id: string; expiresAt: Date };
}

export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly scopes: readonly string[];
  readonly project: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastUsedFrom: string | null;
  readonly status: 'usable' | 'expired' | 'revoked';
}

/** Tokens of one person, or with null of everybody; those that can be used first. */
export async function tokenRows(pool: Pool, personId: string | null): Promise<TokenRow[]> {
  const { rows } = await pool.query(
    `SELECT t.id, t.name, p.name AS person, t.scopes, j.name AS project, t.created_at AS "createdAt", t.expires_at AS "expiresAt",
       t.last_used_at AS "lastUsedAt", t.last_used_from AS "lastUsedFrom",
       CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.expires_at <= now() THEN 'expired' ELSE 'usable' END AS status
     FROM api_token t JOIN person p ON p.id = t.person_id LEFT JOIN project j ON j.id = t.project_id
     WHERE $1::uuid IS NULL OR t.person_id = $1
     ORDER BY t.revoked_at IS NULL AND t.expires_at > now() DESC, t.created_at DESC LIMIT 500`,
    [personId],
  );
  return rows as TokenRow[];
}

/** Ends a token of this person, or with null of anybody; its name, or null when there is none that could be ended. */
export async function revokeToken(pool: Pool, id: string, personId: string | null): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>(
    `UPDATE api_token SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL AND ($2::uuid IS NULL OR person_id = $2)
     RETURNING name`,
    [id, personId],
  );
  return rows[0]?.name ?? null;
}
