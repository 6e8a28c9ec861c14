import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from '#server/database/connect.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { type BackupFile, createBackupFile } from './backup-file.ts';
import { type StoredTable, sequencePositions, storedTables } from './catalog.ts';
import { backupFormat, copyLine, endOfRows, headerLine, quoted, sequenceLine } from './format.ts';
import { migrationsOf } from './migrations-of.ts';

/** A backup that is whole. */
export interface WrittenBackup {
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Writes everything that is stored, artifacts included, into one file, as it was at one moment; the stack may go on
 * meanwhile. Jobs of pg-boss are not part of it: they follow from the activities. The signal gives up and leaves nothing.
 */
export async function writeBackup(databaseUrl: string, path: string, signal: AbortSignal): Promise<WrittenBackup> {
  const file = createBackupFile(path);
  try {
    const rows = await withClient(databaseUrl, (client) => dump(client, file, signal));
    return { rows, ...(await file.complete(rows)) };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

async function dump(client: Client, file: BackupFile, signal: AbortSignal): Promise<Record<string, number>> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const takenAt = await client.query<{ at: Date }>('SELECT now() AS at');
  await file.write(
    headerLine({
      format: backupFormat,
      program: packageFile.version,
      takenAt: takenAt.rows[0]?.at.toISOString() ?? '',
      migrations: await migrationsOf(client),
    }),
  );
  const rows: Record<string, number> = {};
  for (const table of await storedTables(client)) rows[table.table] = await dumpTable(client, table, file, signal);
  // A sequence knows no snapshots, but it never stands before a number that a row of the snapshot has.
  for (const position of await sequencePositions(client)) await file.write(sequenceLine(position));
  await client.query('COMMIT');
  return rows;
}

async function dumpTable(client: Client, { table, columns }: StoredTable, file: BackupFile, signal: AbortSignal) {
  await file.write(copyLine(table, columns));
  const copied = client.query(
    copyTo(`COPY (SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)}) TO STDOUT`),
  );
  for await (const chunk of copied) {
    signal.throwIfAborted();
    await file.write(chunk as Buffer);
  }
  await file.write(endOfRows);
  return copied.rowCount;
}
