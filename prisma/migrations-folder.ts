import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';

/** The folder with one sub-folder per migration, an ordinary Prisma migrations folder. */
export const migrationsFolder = join(import.meta.dirname, 'migrations');

const LOCKFILE = 'migration_lock.toml';

/** Reads all migrations in the shape the schema engine wants, in the order they are applied. */
export async function readMigrations(folder: string): Promise<MigrationList> {
  const names = await migrationNames(folder);
  return {
    baseDir: folder,
    lockfile: { path: LOCKFILE, content: await readFile(join(folder, LOCKFILE), 'utf8').catch(() => null) },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readMigration(folder, name) },
        },
      })),
    ),
  };
}

/** The SQL of one migration. */
export async function readMigration(folder: string, name: string): Promise<string> {
  return await readFile(join(folder, name, 'migration.sql'), 'utf8');
}

/** The migrations' names, oldest first: they begin with a timestamp. */
export async function migrationNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
