import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { counted } from '#lib/format/count.ts';
import { applyMigrations } from '#prisma/migrate.ts';
import { withClient } from '#server/database/connect.ts';
import { installBoss } from '#server/db/pgboss.ts';
import { worktreesFolder } from '#server/workspace/workspace.ts';
import { rowsHeld } from './catalog.ts';
import type { BackupFooter, BackupHeader } from './format.ts';
import { loadBackup } from './load-backup.ts';

export interface RestoreOptions {
  /** Replaces what the database holds; without it only an empty one is filled. */
  readonly replace: boolean;
  /** Data folder of this host. Worktrees in it belong to the former database: they are removed, and built anew from their bundles. */
  readonly home: string;
  /** Who restores, for the audit log. */
  readonly actor: string;
  readonly signal: AbortSignal;
}

export interface Restored {
  readonly header: BackupHeader;
  readonly footer: BackupFooter;
  /** Migrations that this release has on top of the backup's. */
  readonly migrated: readonly string[];
}

/**
 * Puts a backup in the place of what a migrated database holds, and brings it to this release's schema. All but the last
 * happens in one transaction: a file that is not whole, or that another program wrote, leaves the database as it was.
 * Throws CONFLICT when the database holds something or somebody else uses it.
 */
export async function restoreBackup(databaseUrl: string, path: string, options: RestoreOptions): Promise<Restored> {
  const loaded = await withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await refuseUsed(client);
    const held = await rowsHeld(client);
    if (held.size > 0 && !options.replace) throw notEmpty(held);
    const backup = await loadBackup(client, path, options.signal);
    await writeDown(client, backup, { ...options, held });
    await client.query('COMMIT');
    return backup;
  });
  await rm(worktreesFolder(options.home), { recursive: true, force: true });
  const migrated = await applyMigrations(databaseUrl);
  await installBoss(databaseUrl, await queuesOfActivities(databaseUrl));
  return { ...loaded, migrated };
}

/** A program that has just ended may still be on its way out, milliseconds. */
const leavesWithin = 3_000;

/** Who is connected would go on with what it remembers of the former database. */
async function refuseUsed(client: Client): Promise<void> {
  const deadline = performance.now() + leavesWithin;
  let others = await otherPrograms(client);
  while (others.length > 0 && performance.now() < deadline) {
    await delay(50);
    others = await otherPrograms(client);
  }
  if (others.length === 0) return;
  throw new DomainError('CONFLICT', `Other programs are connected to the database (${others.join(', ')}).`, {
    next: 'End every stack and runner that uses it, then restore again.',
  });
}

async function otherPrograms(client: Client): Promise<string[]> {
  // Within a transaction the server would answer from its first look.
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT coalesce(nullif(application_name, ''), 'one without a name') AS name FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  return rows.map(({ name }) => name);
}

function notEmpty(held: ReadonlyMap<string, number>): DomainError {
  const most = [...held].sort((one, other) => other[1] - one[1]).slice(0, 4);
  const words = most.map(([table, n]) => `${counted(n, 'row')} in ${table}`.replaceAll('\u00a0', ' '));
  return new DomainError('CONFLICT', `The database is not empty: it holds ${words.join(', ')}.`, {
    next: 'Back it up and use --replace, which removes all of that, or restore into another FIRMLOOP_HOME.',
  });
}

/** Who had the database replaced. The columns are those that every release knows: the schema is still the backup's. */
async function writeDown(
  client: Client,
  { header, footer }: { header: BackupHeader; footer: BackupFooter },
  { actor, held }: { actor: string; held: ReadonlyMap<string, number> },
): Promise<void> {
  await client.query(
    `INSERT INTO audit (actor, action, target_kind, target_id, door, before, after)
     VALUES ($1, 'database.restore', 'database', current_database(), 'cli', $2, $3)`,
    [actor, { rows: Object.fromEntries(held) }, { takenAt: header.takenAt, program: header.program, ...footer }],
  );
}

/** Queues that unfinished work stands in: also one of a host that is gone must exist until its runs are moved. */
async function queuesOfActivities(databaseUrl: string): Promise<string[]> {
  return await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ queue: string }>(
      `SELECT DISTINCT queue FROM activity WHERE status IN ('held', 'backoff', 'queued', 'running', 'cancelling')`,
    );
    return rows.map(({ queue }) => queue);
  });
}
