import type { Pool } from 'pg';
import { type Holder, within } from '#lib/access/reach.ts';
import { noAddress } from '#server/store/people/owner.ts';
import { personById, type StoredPerson } from '#server/store/people/person-by-id.ts';
import { tokenByHash, touchToken } from '#server/store/people/tokens.ts';
import type { Auth } from './auth.ts';
import { clientAddress } from './client-address.ts';
import { hashOf } from './secret-text.ts';

/** Who asks: a person in a browser, or a program with a token of theirs. */
export interface Person extends Holder {
  readonly id: string;
  /** How the trace and the audit log call them. */
  readonly actor: string;
  /** The browser's session; null for a token. */
  readonly sessionId: string | null;
  /** How the audit log calls the way they came. */
  readonly door: 'web' | 'api';
}

/** Who sends these headers: a bearer token before a cookie, and null for neither. */
export async function personOf({ pool, auth }: { pool: Pool; auth: Auth }, headers: Headers): Promise<Person | null> {
  const bearer = bearerOf(headers);
  if (bearer !== null) return await personOfToken(pool, bearer, headers);
  const signedIn = await auth.api.getSession({ headers });
  if (signedIn === null) return null;
  const person = await personById(pool, signedIn.user.id);
  if (person === null) return null;
  const { id, grants } = person;
  return { id, actor: actorOf(person), grants, only: null, sessionId: signedIn.session.id, door: 'web' };
}

/** The token of an `Authorization: Bearer` header; null without one. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer ([\w-]{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

async function personOfToken(pool: Pool, secret: string, headers: Headers): Promise<Person | null> {
  const token = await tokenByHash(pool, hashOf(secret));
  if (token === null) return null;
  await touchToken(pool, token.id, clientAddress(headers));
  const { person, projectId, scopes } = token;
  return {
    id: person.id,
    actor: `${actorOf(person)} (token ${token.name})`,
    grants: projectId === null ? person.grants : within(projectId, person.grants),
    only: scopes,
    sessionId: null,
    door: 'api',
  };
}

/** An address tells people of one name apart. */
export function actorOf({ email, isOwner }: Pick<StoredPerson, 'email' | 'isOwner'>): string {
  return isOwner && email === noAddress ? 'owner' : email;
}
