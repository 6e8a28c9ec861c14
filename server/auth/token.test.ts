import { expect, test } from 'vitest';
import { insertToken } from '#server/store/people/tokens.ts';
import { hashOf } from './secret-text.ts';
import { authStand } from './testing/auth-stand.ts';

const { member, pool, whoIs } = await authStand();

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
