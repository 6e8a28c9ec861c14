import { beforeAll, expect, test } from 'vitest';
import { removeMember, setRole } from '#server/store/people/set-role.ts';
import { insertToken } from '#server/store/people/tokens.ts';
import { signed } from '#server/store/signed.ts';
import { hashOf } from './secret-text.ts';
import { authStand, password } from './testing/auth-stand.ts';

const { member, pool, post } = await authStand();

// There always is an admin: without another one none of the members could be removed.
beforeAll(() => member('admin@example.org', { role: 'admin' }));

async function doneBy(actor: string) {
  const { rows } = await pool.query(
    'SELECT actor, action, door, address, before, after FROM audit WHERE actor = $1 ORDER BY id',
    [actor],
  );
  return rows;
}

test('the audit log has who signed in and out, from where, and who failed to, without what was typed', async () => {
  const headers = await member('kim@example.org');
  const from = { 'x-forwarded-for': '10.8.8.8' };
  await post('/sign-in/email', { email: 'kim@example.org', password: 'wrong password' }, from);
  await post('/sign-in/email', { email: 'kim@example.org', password }, from);
  await post('/sign-out', {}, { cookie: headers.get('cookie') ?? '' });
  const rows = await doneBy('kim@example.org');
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

test('the audit log has each role, removal and token with what was before and who did it', async () => {
  await member('lee@example.org', { role: 'viewer' });
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM person WHERE email = 'lee@example.org'`);
  const id = rows[0]?.id ?? '';
  const admin = signed(pool, { actor: 'root@example.org', door: 'api', address: '10.0.0.9' });
  const place = { project: null, site: null };
  await setRole(admin, { personId: id, place, role: 'lead', by: 'root@example.org' });
  const token = { name: 'ci', personId: id, scopes: ['runs:read'], projectId: null, days: 1 } as const;
  await insertToken(admin, { ...token, hash: hashOf('flt_lee') });
  await removeMember(admin, id);
  const told = await doneBy('root@example.org');
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
