import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestServer } from '#server/testing/test-server.ts';
import { waitForDatabase, withClient } from './connect.ts';
import { freePort } from './free-port.ts';
import { endOrphan } from './orphan.ts';
import { preparePostgres } from './postgres.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'firmloop-postgres-'));
  await chmod(home, 0o711);
});
afterEach(() => rm(home, { recursive: true, force: true }));

const options = async (folder: string) => ({ folder, port: await freePort(), password: 'secret' });

test('the embedded server has the extensions that reservations and search need', async () => {
  const server = await createTestServer();
  const { rows } = await withClient(server.databaseUrl, (client) =>
    client.query(`select name from pg_available_extensions where name in ('btree_gist', 'pg_trgm') order by 1`),
  );
  await server.stop();
  expect(rows.map((row) => row.name)).toEqual(['btree_gist', 'pg_trgm']);
});

test.runIf(process.getuid?.() === 0)('as root, a folder that postgres may not enter is named', async () => {
  await mkdir(join(home, 'private'), { mode: 0o700 });
  await expect(preparePostgres(await options(join(home, 'private', 'home', 'postgres')))).rejects.toThrow(
    `may not enter ${join(home, 'private')} on the way to the data: set FIRMLOOP_HOME`,
  );
});

test('data of another Postgres version is refused with the way out', async () => {
  await mkdir(join(home, 'postgres'));
  await writeFile(join(home, 'postgres', 'PG_VERSION'), '16\n');
  await expect(preparePostgres(await options(join(home, 'postgres')))).rejects.toThrow('written by Postgres 16');
});

test('a pid file whose process is now somebody else is removed, and that process is left alone', async () => {
  await writeFile(join(home, 'postmaster.pid'), `${process.pid}\n${home}\n`);
  await endOrphan(home);
  await expect(readFile(join(home, 'postmaster.pid'))).rejects.toThrow('ENOENT');
});

test('a server that a killed start left behind is ended before the next one opens its data', async () => {
  const folder = join(home, 'postgres');
  const first = await preparePostgres(await options(folder));
  const server = spawn(first.command, first.args, { cwd: '/', stdio: 'ignore', ...first.account });
  const ended = once(server, 'exit');
  await waitForDatabase(first.databaseUrl, AbortSignal.timeout(30_000));
  await preparePostgres(await options(folder));
  expect(await ended).toEqual([0, null]);
});
