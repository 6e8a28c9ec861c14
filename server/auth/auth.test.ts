import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Grant } from '#lib/access/reach.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { insertInvitation } from '#server/store/people/invitations.ts';
import { removeMember, setRole } from '#server/store/people/set-role.ts';
import { insertToken } from '#server/store/people/tokens.ts';
import { signed } from '#server/store/signed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { type Auth, createAuth } from './auth.ts';
import { answerAuth } from './auth-door.ts';
import { answerEnter } from './enter-door.ts';
import { personOf } from './person.ts';
import { hashOf } from './secret-text.ts';

const url = 'http://127.0.0.1:3000';
const password = 'correct horse battery';
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let home: string;
let auth: Auth;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 10, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 4);
  home = await mkdtemp(join(tmpdir(), 'auth-'));
  auth = createAuth({ pool, prisma, home }, { url, secret: 'x'.repeat(40), oidc: null });
});

afterAll(async () => {
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
  await rm(home, { recursive: true });
});

let calls = 0;
/** Posts to a door as a page of ours would, from an address of its own unless one is named. */
async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
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
}

const enter = (token: string) => auth.api.enterAsOwner({ body: { token }, asResponse: true });
const cookieOf = (answer: Response) =>
  new Headers({
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  });
const whoIs = (headers: Headers) => personOf({ pool, auth }, headers);

let invited = 0;
async function invite(email: string, grant: Partial<Grant> = {}): Promise<string> {
  const token = `invitation-${++invited}`;
  const full = { role: 'engineer', project: null, site: null, ...grant } as const;
  await insertInvitation(pool, { hash: hashOf(token), email, grant: full, invitedBy: 'owner', days: 7 });
  return token;
}

async function member(email: string, grant: Partial<Grant> = {}): Promise<Headers> {
  const token = await invite(email, grant);
  const answer = await post('/accept-invitation', { token, name: email, password });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return cookieOf(answer);
}

test('the token of the start lets one browser in as the owner, however many come with it at once', async () => {
  await writeFile(join(home, 'owner-token'), 'open sesame\n');
  expect((await enter('open barley')).status).toBe(401);
  const answers = await Promise.all(Array.from({ length: 8 }, () => enter('open sesame')));
  const entered = answers.filter(({ ok }) => ok);
  expect(entered).toHaveLength(1);
  const owner = await whoIs(cookieOf(entered[0] ?? new Response()));
  expect(owner).toMatchObject({ actor: 'owner', grants: [{ role: 'admin', project: null, site: null }] });
  const { rows } = await pool.query('SELECT count(*)::int AS owners FROM person');
  expect(rows).toEqual([{ owners: 1 }]);
});

test('the next start’s link signs in the same owner', async () => {
  await writeFile(join(home, 'owner-token'), 'another day\n');
  const owner = await whoIs(cookieOf(await enter('another day')));
  const { rows } = await pool.query('SELECT id FROM person WHERE is_owner');
  expect(rows).toEqual([{ id: owner?.id }]);
});

const knock = (token: string, from: string, method = 'GET') =>
  answerEnter(
    { auth, pool },
    new Request(`${url}/enter?token=${token}`, { method, headers: { 'x-forwarded-for': from } }),
  );

test('a program that only looks at the link of the start does not use it up', async () => {
  await writeFile(join(home, 'owner-token'), 'looked-at\n');
  expect((await knock('looked-at', '10.7.7.1', 'HEAD')).status).toBe(405);
  const entered = await knock('looked-at', '10.7.7.1');
  expect(entered.headers.get('location')).toBe('/');
  expect(await whoIs(cookieOf(entered))).toMatchObject({ actor: 'owner' });
});

test('one address may not try links of the start one after the other, nor fill the audit log so', async () => {
  await writeFile(join(home, 'owner-token'), 'not-guessed\n');
  const statuses: number[] = [];
  for (let n = 0; n < 15; n += 1) statuses.push((await knock(`guess-${n}`, '10.7.7.2')).status);
  expect(statuses).toEqual([...Array(10).fill(303), ...Array(5).fill(429)]);
  const { rows } = await pool.query(`SELECT count(*)::int AS n FROM audit WHERE address = '10.7.7.2'`);
  expect(rows).toEqual([{ n: 10 }]);
  expect((await knock('not-guessed', '10.7.7.3')).headers.get('location')).toBe('/');
});

test('an invitation makes a member once, who then signs in with the password', async () => {
  const token = await invite('Ada@Example.org', { role: 'lead' });
  const answer = await post('/accept-invitation', { token, name: 'Ada', password });
  expect(await whoIs(cookieOf(answer))).toMatchObject({ actor: 'ada@example.org', grants: [{ role: 'lead' }] });
  expect((await post('/accept-invitation', { token, name: 'Eve', password })).status).toBe(409);
  const again = await post('/sign-in/email', { email: 'ada@example.org', password });
  expect(await whoIs(cookieOf(again))).toMatchObject({ actor: 'ada@example.org' });
});

test.each([
  ['withdrawn', 'UPDATE invitation SET revoked_at = now() WHERE hash = $1'],
  ['expired', `UPDATE invitation SET expires_at = now() - interval '1 minute' WHERE hash = $1`],
])('an invitation that is %s lets nobody in', async (_, end) => {
  const token = await invite('late@example.org');
  await pool.query(end, [hashOf(token)]);
  expect((await post('/accept-invitation', { token, name: 'Late', password })).status).toBe(409);
});

test('an invitation cannot take over the account of a member', async () => {
  await member('bob@example.org');
  const token = await invite('bob@example.org', { role: 'admin' });
  expect((await post('/accept-invitation', { token, name: 'Eve', password: 'another password' })).status).toBe(409);
  expect((await post('/sign-in/email', { email: 'bob@example.org', password: 'another password' })).status).toBe(401);
});

test('nobody can sign up, and short passwords are refused', async () => {
  for (const path of ['/sign-up/email', '/enter', '/list-sessions', '/update-user'])
    expect((await post(path, { email: 'eve@example.org', name: 'Eve', password })).status, path).toBe(404);
  const token = await invite('short@example.org');
  expect((await post('/accept-invitation', { token, name: 'Short', password: 'short' })).status).toBe(400);
});

test('a page of another site cannot sign anybody in or out', async () => {
  const foreign = { origin: 'http://evil.example' };
  await member('carol@example.org');
  expect((await post('/sign-in/email', { email: 'carol@example.org', password }, foreign)).status).toBe(403);
});

test('a removed member has neither session nor way in, until invited again', async () => {
  const headers = await member('dan@example.org');
  await pool.query(`UPDATE person SET removed_at = now() WHERE email = 'dan@example.org'`);
  expect(await whoIs(headers)).toBeNull();
  expect((await post('/sign-in/email', { email: 'dan@example.org', password })).ok).toBe(false);
  expect(await whoIs(await member('dan@example.org'))).toMatchObject({ actor: 'dan@example.org' });
});

test('invitations that a removed member has made let nobody in any more', async () => {
  await member('gina@example.org');
  await pool.query(
    `INSERT INTO invitation (hash, email, role, invited_by, expires_at)
     VALUES ('by-gina', 'friend@example.org', 'admin', 'gina@example.org', now() + interval '1 day')`,
  );
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM person WHERE email = 'gina@example.org'`);
  expect(await removeMember(pool, rows[0]?.id ?? '')).toBe(true);
  const left = await pool.query(`SELECT 1 FROM invitation WHERE hash = 'by-gina' AND revoked_at IS NULL`);
  expect(left.rowCount).toBe(0);
});

test('a session ends with its time, and with signing out', async () => {
  const headers = await member('erin@example.org');
  expect(await whoIs(headers)).not.toBeNull();
  const out = await post('/sign-out', {}, { cookie: headers.get('cookie') ?? '' });
  expect(out.status).toBe(200);
  expect(await whoIs(headers)).toBeNull();
  const other = await member('frank@example.org');
  await pool.query('UPDATE session SET expires_at = now() WHERE user_id = (SELECT id FROM person WHERE email = $1)', [
    'frank@example.org',
  ]);
  expect(await whoIs(other)).toBeNull();
});

test('after ten wrong passwords a person’s right one is refused too, and nobody else’s', async () => {
  await member('grace@example.org');
  await member('heidi@example.org');
  const tries = Array.from({ length: 11 }, (_, n) => ({ 'x-forwarded-for': `10.0.0.${n + 1}` }));
  for (const from of tries)
    await post('/sign-in/email', { email: 'Grace@example.org', password: 'wrong password' }, from);
  expect(
    (await post('/sign-in/email', { email: 'grace@example.org', password }, { 'x-forwarded-for': '10.0.1.1' })).status,
  ).toBe(429);
  expect(
    (await post('/sign-in/email', { email: 'heidi@example.org', password }, { 'x-forwarded-for': '10.0.1.2' })).status,
  ).toBe(200);
});

test('one address may not try people’s passwords one after the other', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 15; n += 1) {
    const from = { 'x-forwarded-for': '10.9.9.9' };
    statuses.push((await post('/sign-in/email', { email: `nobody${n}@example.org`, password }, from)).status);
  }
  expect(statuses).toContain(429);
});

test('the last admin of the stack cannot lose the role', async () => {
  const end = pool.query(`DELETE FROM role_grant WHERE role = 'admin' AND project_id IS NULL`);
  await expect(end).rejects.toMatchObject({ code: '23001' });
});

test('a token acts for its person within its scopes and its project until it ends', async () => {
  await member('ivan@example.org', { role: 'engineer' });
  const { rows } = await pool.query(`SELECT id FROM person WHERE email = 'ivan@example.org'`);
  const { rows: projects } = await pool.query(
    `INSERT INTO project (id, name, repository) VALUES (gen_random_uuid(), 'p', '/p') RETURNING id`,
  );
  const { id: projectId } = projects[0];
  const token = { name: 'ci', personId: rows[0].id, scopes: ['runs:read'], projectId, days: 1 } as const;
  const { id } = await insertToken(pool, { ...token, hash: hashOf('flt_secret') });
  const headers = new Headers({ authorization: 'Bearer flt_secret', 'x-forwarded-for': '10.1.1.1' });
  expect(await whoIs(headers)).toMatchObject({
    actor: 'ivan@example.org (token ci)',
    only: ['runs:read'],
    grants: [{ role: 'engineer', project: projectId, site: null }],
  });
  const used = await pool.query('SELECT hash, last_used_from, last_used_at IS NOT NULL AS used FROM api_token');
  expect(used.rows).toEqual([{ hash: hashOf('flt_secret'), last_used_from: '10.1.1.1', used: true }]);
  await pool.query(`UPDATE api_token SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
  expect(await whoIs(headers)).toBeNull();
});

test('a wrong token is nobody, even beside a good cookie', async () => {
  const headers = await member('judy@example.org');
  headers.set('authorization', 'Bearer flt_wrong');
  expect(await whoIs(headers)).toBeNull();
});

describe('the audit log', () => {
  const about = async (column: 'actor' | 'target_id', value: string) => {
    const { rows } = await pool.query(
      `SELECT actor, action, door, address, before, after FROM audit WHERE ${column} = $1 ORDER BY id`,
      [value],
    );
    return rows;
  };

  test('has who signed in and out, from where, and who failed to, without what was typed', async () => {
    const headers = await member('kim@example.org');
    const from = { 'x-forwarded-for': '10.8.8.8' };
    await post('/sign-in/email', { email: 'kim@example.org', password: 'wrong password' }, from);
    await post('/sign-in/email', { email: 'kim@example.org', password }, from);
    await post('/sign-out', {}, { cookie: headers.get('cookie') ?? '' });
    const rows = await about('actor', 'kim@example.org');
    expect(rows.map(({ action }) => action)).toEqual([
      'invitation.accept',
      'password.set',
      'session.begin',
      'session.refuse',
      'session.begin',
      'session.end',
    ]);
    expect(rows[3]).toMatchObject({ door: 'web', address: '10.8.8.8', after: { status: 401 } });
    expect(rows[4]).toMatchObject({ door: 'web', address: '10.8.8.8' });
    expect(JSON.stringify(rows)).not.toMatch(/wrong password|correct horse|[$]argon|scrypt/);
  });

  test('has each role, removal and token with what was before and who did it', async () => {
    await member('lee@example.org', { role: 'viewer' });
    const { rows } = await pool.query<{ id: string }>(`SELECT id FROM person WHERE email = 'lee@example.org'`);
    const id = rows[0]?.id ?? '';
    const admin = signed(pool, { actor: 'root@example.org', door: 'api', address: '10.0.0.9' });
    const place = { project: null, site: null };
    await setRole(admin, { personId: id, place, role: 'lead', by: 'root@example.org' });
    const token = { name: 'ci', personId: id, scopes: ['runs:read'], projectId: null, days: 1 } as const;
    await insertToken(admin, { ...token, hash: hashOf('flt_lee') });
    await removeMember(admin, id);
    const told = await about('actor', 'root@example.org');
    expect(told.map(({ action, door, address }) => [action, door, address])).toEqual(
      expect.arrayContaining(
        ['role.change', 'token.make', 'session.end', 'token.revoke', 'role.withdraw', 'person.remove'].map((action) => [
          action,
          'api',
          '10.0.0.9',
        ]),
      ),
    );
    expect(told).toHaveLength(6);
    expect(told[0]).toMatchObject({ before: { role: 'viewer' }, after: { role: 'lead' } });
    expect(JSON.stringify(told)).not.toContain(hashOf('flt_lee'));
  });
});
