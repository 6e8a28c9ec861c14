import { expect, test } from 'vitest';
import { withClient } from '#server/database/connect.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { scratchFolder } from '#server/workspace/testing.ts';
import { call, firmloop } from './testing/firmloop.ts';

test('a runner of a site serves that site’s queue and no common one, and leaves when it is told to', async () => {
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.databaseUrl, FIRMLOOP_HOME: scratchFolder() };
  const rows = async () =>
    (await withClient(database.databaseUrl, (client) => client.query('SELECT site, status, queues FROM runner'))).rows;
  const runner = call(['runner', '--site', 'berlin'], { env });
  await runner.saw('the runner takes the work of berlin');
  expect(await rows()).toEqual([
    { site: 'berlin', status: 'live', queues: ['activity/site/berlin', expect.stringMatching(/^activity\/host\//)] },
  ]);
  runner.signal('SIGTERM');
  expect(await runner.ended).toMatchObject({ code: 0 });
  await eventually('the runner is gone', async () => (await rows()).every(({ status }) => status === 'gone'));
  await database.drop();
});

test.each([
  ['a site that is none', { DATABASE_URL: 'postgres://h/d' }, ['--site', 'a b'], 'is no site'],
  ['no stack to work for', {}, [], 'There is no stack to work for'],
])('%s is refused in a sentence', async (_, env, args, says) => {
  const refused = await firmloop(['runner', ...args], { env: { ...env, FIRMLOOP_HOME: scratchFolder() } });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
});
