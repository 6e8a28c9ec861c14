import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Grant } from '#lib/access/reach.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import type { Person } from '#server/auth/person.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { ownerHasWayIn, ownerId } from '#server/store/people/owner.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { toyEngine } from '#server/testing/toy-engine.ts';
import { callerOf } from './app-router.ts';
import { createHub } from './hub.ts';
import type { ApiContext } from './trpc.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let services: ApiContext['services'];
let project: string;
let owner: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 2);
  const hub = createHub(database.databaseUrl, ended.signal);
  const artifacts = createArtifactStore(pool, (text) => text);
  services = { pool, prisma, engine: toyEngine(pool), artifacts, hub, home: '/nowhere' };
  const { rows } = await pool.query(
    `INSERT INTO project (id, name, repository) VALUES (gen_random_uuid(), 'p', '/p') RETURNING id`,
  );
  project = rows[0].id;
  owner = await signedIn(await ownerId(pool), [{ role: 'admin', project: null, site: null }]);
});

afterAll(async () => {
  ended.abort();
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

async function member(grant: Partial<Grant> = {}): Promise<Person> {
  const full = { role: 'viewer', project: null, site: null, ...grant } as const;
  const id = randomUUID();
  await pool.query('INSERT INTO person (id, name, email) VALUES ($1, $2, $2)', [id, `${id}@example.org`]);
  await pool.query(
    `INSERT INTO role_grant (person_id, role, project_id, site, granted_by) VALUES ($1, $2, $3, $4, 'owner')`,
    [id, full.role, full.project, full.site],
  );
  return await signedIn(id, [full]);
}

async function signedIn(id: string, grants: Grant[]): Promise<Person> {
  const { rows } = await pool.query(
    `INSERT INTO session (id, token, user_id, expires_at) VALUES (gen_random_uuid(), gen_random_uuid()::text, $1, now() + interval '1 day') RETURNING id`,
    [id],
  );
  return { id, actor: id, grants, only: null, sessionId: rows[0].id, door: 'web' };
}

const as = (person: Person) => callerOf({ services, person });
const rolesOf = async ({ id }: Person) =>
  (
    await pool.query('SELECT role, project_id AS project, site FROM role_grant WHERE person_id = $1 ORDER BY role', [
      id,
    ])
  ).rows;

const stack = { project: null, site: null };

test('an admin of a project gives roles there and nowhere else', async () => {
  const admin = await member({ role: 'admin', project });
  const other = await member();
  await as(admin).people.setRole({ personId: other.id, role: 'lead', place: { project, site: null } });
  expect(await rolesOf(other)).toEqual([
    { role: 'lead', project, site: null },
    { role: 'viewer', ...stack },
  ]);
  for (const place of [stack, { project: null, site: 'berlin' }, { project: randomUUID(), site: null }]) {
    const change = as(admin).people.setRole({ personId: admin.id, role: 'admin', place });
    await expect(change).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const invitation = as(admin).people.invite({ email: 'x@example.org', role: 'viewer', place });
    await expect(invitation).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  await expect(as(admin).people.remove({ personId: other.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a role in a place takes the place of the one there, and can be taken away', async () => {
  const other = await member({ role: 'engineer', site: 'berlin' });
  const place = { project: null, site: 'berlin' };
  await as(owner).people.setRole({ personId: other.id, role: 'viewer', place });
  expect(await rolesOf(other)).toEqual([{ role: 'viewer', ...place }]);
  await as(owner).people.setRole({ personId: other.id, role: null, place });
  expect(await rolesOf(other)).toEqual([]);
});

test.each([
  ['a project', { project: randomUUID(), site: null }, async () => (await member()).id],
  ['a member', stack, async () => randomUUID()],
])('a role for %s that is not there is not found', async (_, place, personId) => {
  const change = as(owner).people.setRole({ personId: await personId(), role: 'viewer', place });
  await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the last admin stays, by whatever way', async () => {
  const taken = as(owner).people.setRole({ personId: owner.id, role: 'viewer', place: stack });
  await expect(taken).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  await expect(as(owner).people.remove({ personId: owner.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('whoever is removed keeps nothing that lets them in', async () => {
  const gone = await member({ role: 'lead' });
  await as(gone).tokens.create({ name: 'ci', scopes: ['runs:read'], days: 1 });
  await as(owner).people.remove({ personId: gone.id });
  const left = await pool.query(
    `SELECT (SELECT count(*)::int FROM session WHERE user_id = $1) + (SELECT count(*)::int FROM account WHERE user_id = $1) +
       (SELECT count(*)::int FROM role_grant WHERE person_id = $1) +
       (SELECT count(*)::int FROM api_token WHERE person_id = $1 AND revoked_at IS NULL) AS ways`,
    [gone.id],
  );
  expect(left.rows).toEqual([{ ways: 0 }]);
});

test('an invitation that a member accepts gives the role once, and only to its own address', async () => {
  const other = await member();
  const stranger = await member();
  await pool.query(
    `INSERT INTO invitation (hash, email, role, project_id, invited_by, expires_at)
     SELECT encode(sha256('secret'), 'hex'), email, 'engineer', $2, 'owner', now() + interval '1 day' FROM person WHERE id = $1`,
    [other.id, project],
  );
  await expect(as(stranger).account.join({ token: 'secret' })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  await as(other).account.join({ token: 'secret' });
  expect(await rolesOf(other)).toEqual([
    { role: 'engineer', project, site: null },
    { role: 'viewer', ...stack },
  ]);
  await expect(as(other).account.join({ token: 'secret' })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
});

test('a new password needs the old one and ends every other session', async () => {
  const person = await member();
  const elsewhere = await signedIn(person.id, [...person.grants]);
  await as(person).account.setPassword({ password: 'correct horse battery' });
  const sessions = await pool.query('SELECT id FROM session WHERE user_id = $1', [person.id]);
  expect(sessions.rows).toEqual([{ id: person.sessionId }]);
  expect(elsewhere.sessionId).not.toBe(person.sessionId);
  const wrong = as(person).account.setPassword({ current: 'wrong', password: 'another battery' });
  await expect(wrong).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await as(person).account.setPassword({ current: 'correct horse battery', password: 'another battery' });
});

test('the owner who has just come by the link needs no old password, and later does', async () => {
  await as(owner).account.setPassword({ password: 'correct horse battery' });
  await as(owner).account.setPassword({ password: 'forgot the first one' });
  await pool.query(`UPDATE session SET created_at = now() - interval '1 hour' WHERE id = $1`, [owner.sessionId]);
  await expect(as(owner).account.setPassword({ password: 'yet another one' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('the owner needs a link until there is both an address and a password', async () => {
  expect(await ownerHasWayIn(pool)).toBe(false);
  await as(owner).account.rename({ name: 'Olga', email: 'Olga@example.org' });
  expect(await ownerHasWayIn(pool)).toBe(true);
});

test('two members cannot have one address', async () => {
  const [one, other] = [await member(), await member()];
  const email = `${other.actor}@example.org`;
  await expect(as(one).account.rename({ name: 'One', email })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('nobody makes a token for what they may not do themselves', async () => {
  const viewer = await member({ role: 'viewer', project });
  const wish = { name: 'ci', days: 1 };
  const tooMuch = as(viewer).tokens.create({ ...wish, scopes: ['runs:steer'] });
  await expect(tooMuch).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const elsewhere = as(viewer).tokens.create({ ...wish, scopes: ['runs:read'], projectId: randomUUID() });
  await expect(elsewhere).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const nowhere = as(owner).tokens.create({ ...wish, scopes: ['runs:read'], projectId: randomUUID() });
  await expect(nowhere).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('people see and end their own tokens, admins of the stack those of everybody', async () => {
  const [one, other] = [await member(), await member()];
  await as(one).tokens.create({ name: 'mine', scopes: ['runs:read', 'runs:read'], days: 1 });
  const [token] = (await as(one).tokens.list()).tokens;
  expect(token?.scopes).toEqual(['runs:read']);
  const tokenId = token?.id ?? '';
  expect((await as(other).tokens.list()).tokens).toEqual([]);
  await expect(as(other).tokens.revoke({ tokenId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await as(owner).tokens.list()).tokens.map(({ id }) => id)).toContain(tokenId);
  await as(owner).tokens.revoke({ tokenId });
});

test('a token does nothing with accounts and makes no tokens', async () => {
  const token: Person = { ...owner, sessionId: null, only: ['people:manage', 'runs:read'], door: 'api' };
  await expect(as(token).account.me()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(as(token).account.setPassword({ password: 'taken over by a token' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(as(token).tokens.create({ name: 'more', scopes: ['runs:read'], days: 1 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
