import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerEnter } from './enter-door.ts';
import { authStand, cookieOf, url } from './testing/auth-stand.ts';

const { auth, home, member, pool, whoIs } = await authStand();

const enter = (token: string) => auth.api.enterAsOwner({ body: { token }, asResponse: true });
const knock = (token: string, from: string, method = 'GET') =>
  answerEnter(
    { auth, pool },
    new Request(`${url}/enter?token=${token}`, { method, headers: { 'x-forwarded-for': from } }),
  );

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

test('an owner whose role another admin has taken has it again after the link', async () => {
  await member('deputy@example.org', { role: 'admin' });
  const ownOnes = 'WHERE person_id = (SELECT id FROM person WHERE is_owner)';
  for (const taking of [`DELETE FROM role_grant ${ownOnes}`, `UPDATE role_grant SET role = 'viewer' ${ownOnes}`]) {
    await pool.query(taking);
    await writeFile(join(home, 'owner-token'), 'open again\n');
    const owner = await whoIs(cookieOf(await enter('open again')));
    expect(owner?.grants).toEqual([{ role: 'admin', project: null, site: null }]);
  }
});

test('the last admin of the stack cannot lose the role', async () => {
  const end = pool.query(`DELETE FROM role_grant WHERE role = 'admin' AND project_id IS NULL`);
  await expect(end).rejects.toMatchObject({ code: '23001' });
});
