import type { Pool } from 'pg';
import { type NamedGrant, namedGrantsOfP } from './named-grants.ts';

export interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isOwner: boolean;
  readonly grants: readonly NamedGrant[];
  readonly waysIn: readonly string[];
  /** When a browser of theirs signed in last, epoch milliseconds; null when none is signed in. */
  readonly signedInAt: number | null;
}

/** Everybody who is a member, by name. */
export async function memberRows(pool: Pool): Promise<MemberRow[]> {
  const { rows } = await pool.query(
    `SELECT p.id, p.name, p.email, p.is_owner AS "isOwner",
       ${namedGrantsOfP} AS grants,
       coalesce((SELECT array_agg(DISTINCT a.provider_id) FROM account a WHERE a.user_id = p.id), '{}') AS "waysIn",
       (SELECT round(extract(epoch FROM max(s.created_at)) * 1000)::float8 FROM session s WHERE s.user_id = p.id AND s.expires_at > now()) AS "signedInAt"
     FROM person p WHERE p.removed_at IS NULL ORDER BY lower(p.name), p.email LIMIT 1000`,
  );
  return rows as MemberRow[];
}
