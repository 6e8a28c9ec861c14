import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { migrationNames, migrationsFolder, readMigration } from '#prisma/migrations-folder.ts';
import type { BackupHeader } from './format.ts';

type Migration = BackupHeader['migrations'][number];

/** The migrations that a database has had, oldest first. */
export async function migrationsOf(client: Client): Promise<Migration[]> {
  const { rows } = await client.query<Migration>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/** The SQL that makes the tables as the backup knew them. Throws REFUSED for one that another or a newer program wrote. */
export async function scriptsFor(migrations: readonly Migration[]): Promise<string[]> {
  const known = await migrationNames(migrationsFolder);
  const scripts: string[] = [];
  for (const { name, checksum } of migrations) {
    if (!known.includes(name)) throw refusal(`it has the migration ${name}, which this program does not know`);
    const script = await readMigration(migrationsFolder, name);
    if (createHash('sha256').update(script).digest('hex') !== checksum)
      throw refusal(`its migration ${name} is not the one of this program`);
    scripts.push(script);
  }
  return scripts;
}

function refusal(why: string): DomainError {
  return new DomainError('REFUSED', `The backup was written by a newer program or another build: ${why}.`, {
    next: 'Restore it with the program that wrote it, or a later one.',
  });
}
