import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { DomainError } from '#lib/errors.ts';
import { withClient } from '#server/database/connect.ts';
import { migrationNames, migrationsFolder, readMigrations } from './migrations-folder.ts';
import { withSchemaEngine } from './schema-engine.ts';

/**
 * Brings a database to this program's schema and returns the names of the migrations that were applied now.
 * Several hosts may call it at once: the engine takes an advisory lock. A database that has migrations unknown to this
 * program is refused.
 */
export async function applyMigrations(databaseUrl: string, folder = migrationsFolder): Promise<string[]> {
  const known = await migrationNames(folder);
  const applied = await appliedMigrations(databaseUrl);
  refuseNewer(known, applied);
  if (known.every((name) => applied.includes(name))) return [];
  const migrationsList = await readMigrations(folder);
  try {
    const apply = (engine: SchemaEngine) => engine.applyMigrations({ migrationsList, filters: everything });
    return (await withSchemaEngine(databaseUrl, apply)).appliedMigrationNames;
  } catch (cause) {
    throw new DomainError('UNAVAILABLE', `The database could not be migrated: ${detail(cause)}`, { cause });
  }
}

const everything = { externalTables: [], externalEnums: [] };

/** Names of the migrations that ended well; empty on a new database. */
async function appliedMigrations(databaseUrl: string): Promise<string[]> {
  return await withClient(databaseUrl, async (client) => {
    const table = await client.query(`select to_regclass('_prisma_migrations') is not null as exists`);
    if (table.rows[0]?.exists !== true) return [];
    const done = 'finished_at is not null and rolled_back_at is null';
    const { rows } = await client.query(`select migration_name from _prisma_migrations where ${done}`);
    return rows.map((row) => String(row.migration_name));
  });
}

function refuseNewer(known: readonly string[], applied: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name)).sort();
  if (unknown.length === 0) return;
  throw new DomainError(
    'REFUSED',
    `The database is newer than this program (it has the migration ${unknown.at(-1)}): start the newer version of the program, or use another FIRMLOOP_HOME or DATABASE_URL.`,
  );
}

/** The engine's message without its backtrace, in one line. */
function detail(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split(/\n\s*0: /)[0] ?? message).trim().replace(/\s+/g, ' ');
}
