import { beforeAll, expect, test } from 'vitest';
import { removeMember } from '#server/store/people/set-role.ts';
import { hashOf } from './secret-text.ts';
import { authStand, cookieOf, password } from './testing/auth-stand.ts';

const { invite, member, pool, post, whoIs } = await authStand();

// There always is an admin: without another one none of the members could be removed.
beforeAll(() => member('admin@example.org', { role: 'admin' }));

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
