import { createHash } from 'node:crypto';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { DomainError } from '#lib/errors.ts';
import { withClient } from '#server/database/connect.ts';
import { migrationNames, migrationsFolder, readMigration, readMigrations } from './migrations-folder.ts';
import { withSchemaEngine } from './schema-engine.ts';

/**
 * Brings a database to this program's schema and returns the names of the migrations that were applied now.
 * Several hosts may call it at once: the engine takes an advisory lock. A database that has migrations unknown to this
 * program, or other ones by the same name, is refused.
 */
export async function applyMigrations(databaseUrl: string, folder = migrationsFolder): Promise<string[]> {
  const known = await migrationNames(folder);
  const { applied, keptIn } = await appliedMigrations(databaseUrl);
  const names = applied.map(({ name }) => name);
  refuseNewer(known, names);
  await refuseOther(applied, { folder, keptIn });
  if (known.every((name) => names.includes(name))) return [];
  const migrationsList = await readMigrations(folder);
  try {
    const apply = (engine: SchemaEngine) => engine.applyMigrations({ migrationsList, filters: everything });
    return (await withSchemaEngine(databaseUrl, apply)).appliedMigrationNames;
  } catch (cause) {
    throw new DomainError('UNAVAILABLE', `The database could not be migrated: ${detail(cause)}`, { cause });
  }
}

const everything = { externalTables: [], externalEnums: [] };

interface Applied {
  readonly name: string;
  /** SHA-256 of the script in hexadecimal, as Prisma keeps it. */
  readonly checksum: string;
}

interface Found {
  readonly applied: readonly Applied[];
  /** The server's data folder, where we may know it; else the database's name. */
  readonly keptIn: string;
}

/** The migrations that ended well; none on a new database. */
async function appliedMigrations(databaseUrl: string): Promise<Found> {
  return await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ exists: boolean; keptIn: string }>(
      `select to_regclass('_prisma_migrations') is not null as exists,
         coalesce((select setting from pg_settings where name = 'data_directory'), current_database()) as "keptIn"`,
    );
    const { exists = false, keptIn = '' } = rows[0] ?? {};
    if (!exists) return { applied: [], keptIn };
    const done = 'finished_at is not null and rolled_back_at is null';
    const columns = 'migration_name as name, checksum';
    const found = await client.query<Applied>(`select ${columns} from _prisma_migrations where ${done}`);
    return { applied: found.rows, keptIn };
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

/** A schema made by another text of a migration looks right and fails later, at whatever that text left out. */
async function refuseOther(
  applied: readonly Applied[],
  { folder, keptIn }: { folder: string; keptIn: string },
): Promise<void> {
  for (const { name, checksum } of applied) {
    if (
      createHash('sha256')
        .update(await readMigration(folder, name))
        .digest('hex') === checksum
    )
      continue;
    throw new DomainError(
      'REFUSED',
      `The database in ${keptIn} was made by another build of this program (its migration ${name} is not the one of this build): start that build, use another FIRMLOOP_HOME or DATABASE_URL, or move the database away to begin with an empty one.`,
    );
  }
}

/** The engine's message without its backtrace, in one line. */
function detail(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split(/\n\s*0: /)[0] ?? message).trim().replace(/\s+/g, ' ');
}
