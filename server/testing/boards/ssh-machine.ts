import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOf } from '#lib/boards/connections.ts';
import { captureCommand } from '#server/process/capture-command.ts';
import { type Daemon, freePort, startDaemon } from './daemon.ts';
import { reachable } from './reachable.ts';

/** An OpenSSH server on loopback with a configuration, host key and user key of its own. */
export async function startSshMachine(
  folder: string,
): Promise<Daemon & { readonly connection: ConnectionOf<'ssh'>; readonly key: string }> {
  const port = await freePort();
  await makeKey(folder, 'host-key');
  await makeKey(folder, 'user-key');
  await writeFile(join(folder, 'authorized'), await readFile(join(folder, 'user-key.pub')));
  await writeFile(join(folder, 'sshd.conf'), configuration(folder, port));
  // sshd as root insists on its empty folder, which a package's service makes at boot.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const daemon = await startDaemon(['/usr/sbin/sshd', '-D', '-e', '-f', join(folder, 'sshd.conf')], {
    cwd: folder,
    answers: () => reachable(port),
  });
  const { stdout } = await must(['ssh-keygen', '-l', '-f', 'host-key.pub'], folder);
  return {
    ...daemon,
    key: await readFile(join(folder, 'user-key'), 'utf8'),
    connection: {
      type: 'ssh',
      host: '127.0.0.1',
      port,
      user: userInfo().username,
      key: 'bench',
      host_key: stdout.split(' ')[1] ?? '',
      shell: 'posix',
    },
  };
}

function configuration(folder: string, port: number): string {
  return `Port ${port}
ListenAddress 127.0.0.1
HostKey ${join(folder, 'host-key')}
AuthorizedKeysFile ${join(folder, 'authorized')}
StrictModes no
UsePAM no
PidFile none
PasswordAuthentication no
PermitRootLogin prohibit-password
Subsystem sftp internal-sftp
`;
}

async function makeKey(folder: string, name: string): Promise<void> {
  await must(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', name], folder);
}

async function must(argv: readonly [string, ...string[]], cwd: string) {
  const done = await captureCommand({ argv, cwd, marker: 'testing/ssh' });
  if (done.outcome.exitCode !== 0) throw new Error(`${argv.join(' ')}: ${done.stderr}`);
  return done;
}
