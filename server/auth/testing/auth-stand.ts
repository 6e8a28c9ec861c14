import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, expect } from 'vitest';
import type { Grant } from '#lib/access/reach.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma } from '#server/db/prisma.ts';
import { insertInvitation } from '#server/store/people/invitations.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { type Auth, createAuth } from '../auth.ts';
import { answerAuth } from '../auth-door.ts';
import { type Person, personOf } from '../person.ts';
import { hashOf } from '../secret-text.ts';

/** Where the doors under test believe to be. */
export const url = 'http://127.0.0.1:3000';
export const password = 'correct horse battery';

/** The doors of a stack with a database and a home of the test file's own. */
export interface AuthStand {
  readonly pool: Pool;
  readonly home: string;
  readonly auth: Auth;
  /** Posts to a door as a page of ours would, from an address of its own unless one is named. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<Response>;
  whoIs(headers: Headers): Promise<Person | null>;
  /** Gives the token of an invitation. */
  invite(email: string, grant?: Partial<Grant>): Promise<string>;
  /** Lets somebody join; gives the headers that their browser sends from then on. */
  member(email: string, grant?: Partial<Grant>): Promise<Headers>;
}

/** Stands until the last test of the file has ended. */
export async function authStand(): Promise<AuthStand> {
  const database = await createTestDatabase();
  const pool = openPool(database.databaseUrl, { max: 10, name: 'test' });
  const prisma = openPrisma(database.databaseUrl, 4);
  const home = await mkdtemp(join(tmpdir(), 'auth-'));
  afterAll(async () => {
    await prisma.$disconnect();
    await pool.end();
    await database.drop();
    await rm(home, { recursive: true });
  });
  const auth = createAuth({ pool, prisma, home }, { url, secret: 'x'.repeat(40), oidc: null });
  let calls = 0;
  let invited = 0;
  const stand: AuthStand = {
    pool,
    home,
    auth,
    async post(path, body, headers = {}) {
      calls += 1;
      const from = { 'x-forwarded-for': `10.2.${calls >> 8}.${calls & 255}` };
      return await answerAuth(
        { auth, pool },
        new Request(`${url}/api/auth${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: url, host: '127.0.0.1:3000', ...from, ...headers },
          body: JSON.stringify(body),
        }),
      );
    },
    whoIs: (headers) => personOf({ pool, auth }, headers),
    async invite(email, grant = {}) {
      const token = `invitation-${++invited}`;
      const full = { role: 'engineer', project: null, site: null, ...grant } as const;
      await insertInvitation(pool, { hash: hashOf(token), email, grant: full, invitedBy: 'owner', days: 7 });
      return token;
    },
    async member(email, grant = {}) {
      const token = await stand.invite(email, grant);
      const answer = await stand.post('/accept-invitation', { token, name: email, password });
      expect(answer.status, await answer.clone().text()).toBe(200);
      return cookieOf(answer);
    },
  };
  return stand;
}

/** The headers of a browser that keeps the cookies of an answer. */
export function cookieOf(answer: Response): Headers {
  return new Headers({
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  });
}
