import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DomainError } from '#lib/errors.ts';

/** The numeric user and group a process runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);

/** The account Postgres must use: it refuses to run as root, so root lends it the user `postgres`, made when missing. */
export async function postgresAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await accountOf('postgres')) ?? (await createAccount('postgres'));
}

async function accountOf(user: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createAccount(user: string): Promise<Account> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', user]);
  } catch (cause) {
    throw new DomainError('UNAVAILABLE', `Cannot create the user ${user} that Postgres runs as: set DATABASE_URL.`, {
      cause,
    });
  }
  const account = await accountOf(user);
  if (account === undefined) throw new Error(`useradd made the user ${user}, but id does not know it`);
  return account;
}
