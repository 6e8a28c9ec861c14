import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Client, DatabaseError } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DomainError } from '#lib/errors.ts';
import { storedTables } from './catalog.ts';
import { type BackupFooter, type BackupHeader, copyLine } from './format.ts';
import { scriptsFor } from './migrations-of.ts';
import { type BackupPart, readBackup } from './read-backup.ts';
import { withoutConstraints } from './without-constraints.ts';

/**
 * Throws away all tables and makes them anew with the schema and the rows of the backup. The caller's transaction decides
 * whether that holds: until it commits, nothing is lost.
 */
export async function loadBackup(
  client: Client,
  path: string,
  signal: AbortSignal,
): Promise<{ header: BackupHeader; footer: BackupFooter }> {
  const parts = readBackup(path);
  const first = await parts.next();
  if (first.done || first.value.kind !== 'header') throw new Error('a backup begins with its header');
  const { header } = first.value;
  await makeTables(client, await scriptsFor(header.migrations));
  const footer = await withoutConstraints(client, () => loadParts(client, parts, signal));
  return { header, footer };
}

/** Jobs of pg-boss follow from the activities, so its tables go too and are made anew empty. */
async function makeTables(client: Client, scripts: readonly string[]): Promise<void> {
  await client.query('CREATE TEMPORARY TABLE migrations (LIKE _prisma_migrations INCLUDING ALL) ON COMMIT DROP');
  await client.query('DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.query('CREATE TABLE public._prisma_migrations (LIKE pg_temp.migrations INCLUDING ALL)');
  for (const script of scripts) await client.query(script);
}

async function loadParts(
  client: Client,
  parts: AsyncGenerator<BackupPart>,
  signal: AbortSignal,
): Promise<BackupFooter> {
  const tables = new Map((await storedTables(client)).map(({ table, columns }) => [table, columns]));
  const loaded: Record<string, number> = {};
  for await (const part of parts) {
    signal.throwIfAborted();
    if (part.kind === 'table') {
      const known = tables.get(part.table) ?? [];
      if (part.columns.some((column) => !known.includes(column))) throw strange(part.table);
      const into = client.query(copyFrom(copyLine(part.table, part.columns).replace(/ stdin;\n$/, ' STDIN')));
      await pipeline(Readable.from(part.rows), into, { signal }).catch((error: unknown) => {
        throw isAboutData(error) ? damaged(part.table, error) : error;
      });
      loaded[part.table] = into.rowCount;
    } else if (part.kind === 'sequence') {
      const { name, last, called } = part.position;
      await client.query('SELECT setval($1::regclass, $2, $3)', [`public."${name}"`, last, called]);
    } else if (part.kind === 'footer') {
      if (JSON.stringify(part.footer.rows) !== JSON.stringify(loaded)) throw strange('the list of its rows');
      return part.footer;
    }
  }
  throw new Error('a backup ends with its footer');
}

/** SQLSTATE classes of values that no column of the table takes: the file's fault, not the server's. */
function isAboutData(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && /^(?:22|23)/.test(error.code ?? '');
}

function damaged(table: string, { message, cause }: DatabaseError): DomainError {
  return new DomainError('BAD_INPUT', `The backup is damaged: rows of ${table} cannot be read (${message}).`, {
    next: 'Nothing was changed. Take another backup.',
    cause,
  });
}

function strange(what: string): DomainError {
  return new DomainError('BAD_INPUT', `The backup cannot be restored: ${what} does not fit the migrations it names.`);
}
