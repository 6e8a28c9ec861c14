import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { createOwnPostgres } from '#server/chaos/own-postgres.ts';
import { type RunnerProcess, startRunnerProcess } from '#server/chaos/runner-process.ts';
import { openPool } from '#server/db/pool.ts';

const run = promisify(execFile);

/** What a run needs, for one measurement: a database that writes to disk as an installation does, and a runner. */
export interface Stack {
  readonly pool: Pool;
  readonly runner: RunnerProcess;
  /** Removed afterwards. */
  readonly folder: string;
}

/** Starts a stack, measures with it, and removes it whatever happens. */
export async function withStack<Measured>(measure: (stack: Stack) => Promise<Measured>): Promise<Measured> {
  const postgres = await createOwnPostgres({ fsync: 'on', autovacuum: 'on' });
  const pool = openPool(postgres.databaseUrl, { max: 4, name: 'firmloop-bench' });
  const folder = await mkdtemp(join(tmpdir(), 'firmloop-bench-'));
  // Lets ext4 lay its subfolders where no files were removed lately, which slow down the making of new ones for minutes.
  await run('chattr', ['+T', folder]).catch(() => undefined);
  const home = await mkdtemp(join(folder, 'home-'));
  const runner = startRunnerProcess({ databaseUrl: postgres.databaseUrl, home });
  await runner.ready;
  try {
    return await measure({ pool, runner, folder });
  } finally {
    runner.signal('SIGTERM');
    await runner.ended;
    await pool.end();
    await postgres.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
