import { dirname } from 'node:path/posix';
import type { SFTPWrapper } from 'ssh2';
import type { Answer } from '#server/environments/environment.ts';
import { refusedBy } from '../ask.ts';
import type { FileContent, Refused } from '../capabilities.ts';
import type { Bench, Driver } from '../driver.ts';
import type { Dialect } from './dialect.ts';
import { posix } from './posix.ts';
import { powershell } from './powershell.ts';
import { runRemote } from './run-remote.ts';
import { type Session, type Ssh, sshSession } from './session.ts';

const dialects = { posix, powershell } as const satisfies Record<Ssh['shell'], Dialect>;

/** A machine that is reached by SSH: commands and files. */
export function sshDriver(connection: Ssh, bench: Bench): Driver {
  const session = sshSession(connection, bench);
  const dialect = dialects[connection.shell];
  return {
    commands: { run: (command, watch) => runRemote({ session, dialect, bench }, command, watch) },
    files: {
      put: (local, remote, signal) => withFiles(session, signal, (files) => put(files, local, remote)),
      get: (remote, signal) => withFiles(session, signal, (files) => get(files, remote)),
    },
    close: async () => session.close(),
  };
}

async function withFiles<Told extends { readonly ok: boolean }>(
  session: Session,
  signal: AbortSignal,
  work: (files: SFTPWrapper) => Promise<Told>,
): Promise<Told | Refused> {
  const opened = await session.open(signal);
  if (!opened.ok) return opened;
  const { promise, resolve, reject } = Promise.withResolvers<SFTPWrapper>();
  opened.client.sftp((error, files) => (error ? reject(error) : resolve(files)));
  const files = await promise;
  const end = () => files.end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await work(files);
  } catch (error) {
    return refusedBy(error);
  } finally {
    end();
  }
}

/** Folders on the way are made; a folder that is there already refuses to be made again, and that is well. */
async function put(files: SFTPWrapper, local: string, remote: string): Promise<Answer> {
  for (const folder of foldersOf(remote)) await new Promise<void>((resolve) => files.mkdir(folder, () => resolve()));
  await new Promise<void>((resolve, reject) =>
    files.fastPut(local, remote, (error) => (error ? reject(error) : resolve())),
  );
  return { ok: true, reason: `${remote} is there` };
}

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === path || folder === '.' || folder === '/' ? [] : [...foldersOf(folder), folder];
}

async function get(files: SFTPWrapper, remote: string): Promise<FileContent> {
  const bytes = await new Promise<Buffer>((resolve, reject) =>
    files.readFile(remote, (error, content) => (error ? reject(error) : resolve(content))),
  );
  return { ok: true, bytes };
}
