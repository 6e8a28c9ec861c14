import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError } from '#lib/errors.ts';

/** The files of one home. */
export interface Home {
  readonly folder: string;
  readonly logs: string;
  /** Data folder of the embedded Postgres, and its port and password. */
  readonly postgres: string;
  readonly postgresAccess: string;
  /** What a running stack tells the command line. */
  readonly stack: string;
  /** Compiled code of the runner: it starts faster and stays smaller, so that starting a child from it costs less. */
  readonly compiled: string;
  /** The token of the sign-in link that was printed last. */
  readonly ownerToken: string;
}

/** Names the files of a home; touches nothing. */
export function homeAt(folder: string): Home {
  return {
    folder,
    logs: join(folder, 'logs'),
    postgres: join(folder, 'postgres'),
    postgresAccess: join(folder, 'postgres.json'),
    stack: join(folder, 'stack.json'),
    compiled: join(folder, 'compiled'),
    ownerToken: join(folder, 'owner-token'),
  };
}

/** Creates the home when missing and makes sure that we can write there. */
export async function openHome(folder: string): Promise<Home> {
  const home = homeAt(folder);
  try {
    await makeFolder(home.logs);
    // Others may pass through (as root, Postgres runs as another user) but not look around.
    await chmod(folder, 0o711);
    await chmod(home.logs, 0o700);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new DomainError(
      'UNAVAILABLE',
      `Cannot write to the data folder ${folder} (${why}): make it writable for this user, or set FIRMLOOP_HOME to another folder.`,
      { cause },
    );
  }
  return home;
}

/** Like a recursive mkdir, which never returns where a folder exists but takes no children, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}
