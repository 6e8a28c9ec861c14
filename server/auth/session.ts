import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { insertWebSession, webSessionActor } from '#server/store/web-sessions.ts';
import type { Person } from './person.ts';

/** The cookie that a signed-in browser shows. */
export const sessionCookie = 'firmloop_session';
/** After so long a browser signs in again. */
export const sessionDays = 30;

/** Exchanges the one-time token of the start's link for a session's cookie value; null when the token is not (or no longer) good. */
export async function enterWithToken(pool: Pool, home: string, token: string): Promise<string | null> {
  const file = join(home, 'owner-token');
  const expected = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  if (expected === '' || !sameText(token, expected)) return null;
  // Of two who come with it at once, one removes the file.
  const first = await unlink(file).then(
    () => true,
    () => false,
  );
  if (!first) return null;
  const secret = randomBytes(32).toString('base64url');
  await insertWebSession(pool, hashOf(secret), 'owner', sessionDays);
  return secret;
}

/** The person behind a cookie, or null. */
export async function personOf(pool: Pool, cookie: string | undefined): Promise<Person | null> {
  if (cookie === undefined || cookie.length > 200) return null;
  const actor = await webSessionActor(pool, hashOf(cookie));
  return actor === null
    ? null
    : { id: actor, actor, grants: [{ role: 'admin', project: null, site: null }], only: null };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function sameText(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
}
