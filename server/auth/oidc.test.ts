import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { insertInvitation } from '#server/store/people/invitations.ts';
import { ownerId } from '#server/store/people/owner.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { type Auth, createAuth } from './auth.ts';
import { answerAuth } from './auth-door.ts';
import { type Person, personOf } from './person.ts';
import { hashOf } from './secret-text.ts';
import { createCookieJar } from './testing/cookie-jar.ts';
import { type IdentityProvider, startIdentityProvider } from './testing/identity-provider.ts';

const url = 'http://127.0.0.1:3000';
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let provider: IdentityProvider;
let auth: Auth;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 4);
  await ownerId(pool);
  provider = await startIdentityProvider(`${url}/api/auth/callback/oidc`);
  const { issuer, clientId, clientSecret } = provider;
  const oidc = { issuer, clientId, clientSecret, name: 'the company' };
  auth = createAuth({ pool, prisma, home: '/nowhere' }, { url, secret: 'x'.repeat(40), oidc });
});

afterAll(async () => {
  await provider.stop();
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

/** Presses the provider's button in a new browser and follows wherever it leads; the person that it ends as, and where. */
async function signIn(who: {
  email: string;
  email_verified?: boolean;
}): Promise<{ person: Person | null; at: string }> {
  provider.signInAs({ name: 'Somebody', email_verified: true, ...who });
  const jar = createCookieJar();
  const body = { provider: 'oidc', callbackURL: '/runs', errorCallbackURL: '/sign-in' };
  const begun = await ours(jar, '/api/auth/sign-in/social', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, host: '127.0.0.1:3000' },
    body: JSON.stringify(body),
  });
  let at = String(((await begun.json()) as { url: string }).url);
  while (!at.startsWith(url) || at.startsWith(`${url}/api/`)) {
    const answer = at.startsWith(url) ? await ours(jar, at.slice(url.length)) : await theirs(jar, at);
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`);
    at = new URL(next, at).href;
  }
  const person = await personOf({ pool, auth }, new Headers(jar.headersFor(url)));
  return { person, at: at.slice(url.length) };
}

async function ours(jar: ReturnType<typeof createCookieJar>, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), ...jar.headersFor(url) };
  const answer = await answerAuth({ pool, auth }, new Request(`${url}${path}`, { ...init, headers }));
  jar.keep(url, answer);
  return answer;
}

async function theirs(jar: ReturnType<typeof createCookieJar>, at: string): Promise<Response> {
  const answer = await fetch(at, { redirect: 'manual', headers: jar.headersFor(at) });
  jar.keep(at, answer);
  return answer;
}

async function invite(email: string): Promise<void> {
  const grant = { role: 'engineer', project: null, site: null } as const;
  await insertInvitation(pool, { hash: hashOf(email), email, grant, invitedBy: 'owner', days: 7 });
}

test('an invited address becomes a member at its first sign-in at the provider, and is the same person at the next', async () => {
  await invite('ada@example.org');
  const first = await signIn({ email: 'ada@example.org' });
  expect(first).toMatchObject({ at: '/runs', person: { actor: 'ada@example.org', grants: [{ role: 'engineer' }] } });
  const again = await signIn({ email: 'ada@example.org' });
  expect(again.person?.id).toBe(first.person?.id);
});

test('an address that nobody has invited is turned away and leaves nothing behind', async () => {
  const { person, at } = await signIn({ email: 'eve@example.org' });
  expect(person).toBeNull();
  expect(at).toBe('/sign-in?error=refused');
  const { rows } = await pool.query(`SELECT 1 FROM person WHERE email = 'eve@example.org'`);
  expect(rows).toEqual([]);
});

test.each(['code=x&state=y', 'error=access_denied'])(
  'a browser that comes back with %s alone sees the sign-in page',
  async (words) => {
    const answer = await ours(createCookieJar(), `/api/auth/callback/oidc?${words}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in?error=refused']);
  },
);

test('an address that the provider has not confirmed is turned away, invited or not', async () => {
  await invite('mallory@example.org');
  expect(await signIn({ email: 'mallory@example.org', email_verified: false })).toMatchObject({ person: null });
});

test('a removed member is turned away', async () => {
  await invite('dan@example.org');
  await signIn({ email: 'dan@example.org' });
  await pool.query(`UPDATE person SET removed_at = now() WHERE email = 'dan@example.org'`);
  expect((await signIn({ email: 'dan@example.org' })).person).toBeNull();
});

test('a member with a password who was invited by this address is the same person at the provider', async () => {
  const { rows } = await pool.query(
    `INSERT INTO person (id, name, email, email_verified) VALUES (gen_random_uuid(), 'Bob', 'bob@example.org', true) RETURNING id`,
  );
  expect((await signIn({ email: 'bob@example.org' })).person?.id).toBe(rows[0].id);
});

test('a member whose own address nobody vouched for is not taken over by whoever has it at the provider', async () => {
  await pool.query(`INSERT INTO person (id, name, email) VALUES (gen_random_uuid(), 'Claims', 'carol@example.org')`);
  expect((await signIn({ email: 'carol@example.org' })).person).toBeNull();
});

test('no token of the provider is kept', async () => {
  const { rows } = await pool.query('SELECT access_token, refresh_token, id_token FROM account');
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) expect(Object.values(row)).toEqual([null, null, null]);
});
