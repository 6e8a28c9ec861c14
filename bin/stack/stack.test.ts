import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '#server/database/connect.ts';
import { freePort } from '#server/database/free-port.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { takeHome } from './home-lock.ts';
import { placeFromEnvironment } from './options.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';
import { runningStack } from './stack-record.ts';
import { untilStarted } from './until-started.ts';

let folder: string;
let stack: Stack;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmloop-stack-'));
  stack = await startStack(databaseOnly(folder));
});
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

function databaseOnly(home: string): StackOptions {
  const place = { home, host: '127.0.0.1', port: 3000, databaseUrl: undefined };
  return { ...place, web: false, runner: false, report: () => undefined };
}

test('another program finds the running stack, and nobody else may read its password', async () => {
  expect(await runningStack(folder)).toEqual({ pid: process.pid, databaseUrl: stack.databaseUrl });
  expect((await stat(join(folder, 'stack.json'))).mode & 0o777).toBe(0o600);
});

test('a second stack on the same home is refused', async () => {
  await expect(startStack(databaseOnly(folder))).rejects.toThrow(`A stack already runs on ${folder}`);
});

test('a home that another program has only just taken is refused with that reason', async () => {
  const home = join(folder, 'taken');
  await mkdir(home);
  const lock = await takeHome(home);
  await expect(startStack(databaseOnly(home))).rejects.toThrow(`A stack is being started or stopped on ${home}`);
  lock?.close();
});

test('a killed Postgres comes back on the same address with its data', async () => {
  const query = (sql: string) => withClient(stack.databaseUrl, (client) => client.query(sql));
  await query('create table kept as select 42 as answer');
  const pid = Number.parseInt(await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGKILL');
  await untilStarted(stack.databaseUrl, { supervised: true });
  const { rows } = await query('select answer from kept');
  expect(rows).toEqual([{ answer: 42 }]);
});

test('a home can be stopped and opened again', async () => {
  const home = join(folder, 'again');
  await (await startStack(databaseOnly(home))).stop();
  expect(await runningStack(home)).toBeUndefined();
  await (await startStack(databaseOnly(home))).stop();
});

test('a database that is newer than the program is refused and the home is free again', async () => {
  const newer = await createTestDatabase();
  const mark = `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('1', '', '9999_later', now())`;
  await withClient(newer.databaseUrl, (client) => client.query(mark));
  const options = { ...databaseOnly(join(folder, 'newer')), databaseUrl: newer.databaseUrl };
  await expect(startStack(options)).rejects.toThrow('The database is newer than this program');
  await expect(startStack(options)).rejects.toThrow('The database is newer than this program');
  await newer.drop();
});

test('a taken port is named together with the way out', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  const options = { ...databaseOnly(join(folder, 'taken')), port, web: true };
  await expect(startStack(options)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken by another program: choose another port, for example PORT=${port + 1} npm start.`,
  );
  other.close();
});

test.for([
  ['/proc/firmloop', 'ENOENT'],
  ['/dev/null/firmloop', 'ENOTDIR'],
] as const)('a data folder that cannot be written is named: %s', async ([home, code]) => {
  await expect(startStack(databaseOnly(home))).rejects.toThrow(`Cannot write to the data folder ${home} (${code})`);
});

test('a database that does not answer is named', async () => {
  const options = { ...databaseOnly(join(folder, 'unreachable')), databaseUrl: 'postgresql://me@127.0.0.1:1/none' };
  await expect(startStack(options)).rejects.toThrow('Cannot reach the database at 127.0.0.1:1: connect ECONNREFUSED');
});

test('the place comes from the environment, and what cannot be meant is refused', () => {
  const place = placeFromEnvironment({ FIRMLOOP_HOME: '/srv/data', PORT: '80', DATABASE_URL: '' });
  expect(place).toEqual({ home: '/srv/data', host: '127.0.0.1', port: 80, databaseUrl: undefined });
  for (const port of ['70000', '0', '0x1F90', '3e3', ' 80 ', '80.0'])
    expect(() => placeFromEnvironment({ PORT: port })).toThrow('PORT must be a number from 1 to 65535');
  expect(() => placeFromEnvironment({ DATABASE_URL: 'nonsense' })).toThrow('DATABASE_URL must look like');
});
