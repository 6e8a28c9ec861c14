import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { withClient } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { applyMigrations } from './migrate.ts';
import { migrationNames, migrationsFolder } from './migrations-folder.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function copyMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firmloop-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(migrationsFolder, folder, { recursive: true });
  return folder;
}

async function addMigration(folder: string, name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'migration.sql'), `${sql}\n`);
}

test('the template holds every migration of the folder, so nothing is left to apply', async () => {
  const names = await withClient(database.databaseUrl, (client) =>
    client.query('select migration_name from _prisma_migrations order by 1'),
  );
  expect(names.rows.map((row) => row.migration_name)).toEqual(await migrationNames(migrationsFolder));
  expect(await applyMigrations(database.databaseUrl)).toEqual([]);
});

test('a database that was made by another text of a migration is refused, with where it is and what to do', async () => {
  const folder = await copyMigrations();
  const [first = ''] = await migrationNames(folder);
  await appendFile(join(folder, first, 'migration.sql'), '-- edited\n');
  const refusal = new RegExp(`^The database in /.+ was made by another build .*${first}.*FIRMLOOP_HOME`);
  await expect(applyMigrations(database.databaseUrl, folder)).rejects.toThrow(refusal);
});

test('a new migration is applied once and a database that has it is refused by a program that lacks it', async () => {
  const folder = await copyMigrations();
  await addMigration(folder, '99990101000000_later', 'create table later (id int primary key);');

  expect(await applyMigrations(database.databaseUrl, folder)).toEqual(['99990101000000_later']);
  expect(await applyMigrations(database.databaseUrl, folder)).toEqual([]);
  await expect(applyMigrations(database.databaseUrl)).rejects.toThrow(
    'The database is newer than this program (it has the migration 99990101000000_later)',
  );
});

test('a migration may define a function, whose body has semicolons', async () => {
  const folder = await copyMigrations();
  await addMigration(folder, '99990101000000_later', 'create table later (id int primary key);');
  const body = `create function two() returns int language plpgsql as $$ begin perform 1; return 2; end $$;`;
  await addMigration(folder, '99990102000000_function', body);

  expect(await applyMigrations(database.databaseUrl, folder)).toEqual(['99990102000000_function']);
  const { rows } = await withClient(database.databaseUrl, (client) => client.query('select two()'));
  expect(rows).toEqual([{ two: 2 }]);
});

test('a database that cannot be reached is named in one sentence', async () => {
  await expect(applyMigrations('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow('Cannot reach the database');
});
