import { realpathSync, statSync } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { SANDBOX_HOME } from './environment.ts';
import { processTunables } from './tunables.ts';

/**
 * What a locked-in command may see besides the system folders. Paths are absolute; links are resolved, and the command
 * sees the resolved path. The most specific path decides; on the same path hiding beats writing beats reading. Folders
 * to read or hide that do not exist are passed over.
 */
export interface SandboxPolicy {
  /** The run's own folder, writable. A git worktree's repository lies elsewhere: list it under `readable` or `writable`. */
  worktree: string;
  /** Never a path inside the worktree: a command could put a link there that leads the next command's walls elsewhere. */
  writable?: readonly string[];
  /** Toolchains in a home folder, caches, a git repository. */
  readable?: readonly string[];
  /** Firmloop's data folder and other secrets, also when they lie below a visible folder. */
  hidden?: readonly string[];
  /** False: only a loopback interface of its own. True: the host's network, its loopback services included. */
  network: boolean;
  /** What happens on a host where bubblewrap does not work. */
  whenMissing: 'refuse' | 'run-bare';
}

type Access = 'read' | 'write' | 'hide';
interface Mount {
  path: string;
  access: Access;
  folder: boolean;
}

/** Everything else of the host does not exist inside: no /root, /home, /run (sockets!), /var, /srv, /mnt. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/opt', '/nix/store'];

/** A runner that is root could read these, and so could its children. */
const systemSecrets = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/ssh',
  '/etc/ssl/private',
];

const namespaces = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];

const strictness = { read: 0, write: 1, hide: 2 } satisfies Record<Access, number>;

const mountArguments = {
  read: ({ path }) => ['--ro-bind', path, path],
  write: ({ path }) => ['--bind', path, path],
  hide: ({ path, folder }) => (folder ? ['--perms', '0555', '--tmpfs', path] : ['--ro-bind', '/dev/null', path]),
} satisfies Record<Access, (mount: Mount) => string[]>;

/** A policy as it is on this host at this moment. */
export interface Walls {
  /** For bwrap, up to the command. */
  readonly args: readonly string[];
  /** What of the host they show or hide, and the cwd: once one of these is another file, the walls that stand do not hold for it. */
  readonly paths: readonly string[];
}

/** Throws the file system's error when the cwd or a writable folder is missing. */
export async function sandboxWalls(policy: SandboxPolicy, cwd: string): Promise<Walls> {
  const system = await systemMounts();
  const mounts = mostSpecificLast([
    ...system.secrets,
    ...[policy.worktree, ...(policy.writable ?? [])].map((path) => resolveMount(path, 'write')),
    ...resolveExisting([...(policy.readable ?? []), ...(policy.network ? ['/etc/resolv.conf'] : [])], 'read'),
    ...resolveExisting(policy.hidden ?? [], 'hide'),
  ]);
  const hiddenFolders = mounts.filter((mount) => mount.access === 'hide' && mount.folder);
  const realCwd = realpathSync.native(cwd);
  const args = [
    ...['--die-with-parent', '--new-session', ...namespaces, ...(policy.network ? [] : ['--unshare-net'])],
    // A runner that is root would hand on its capabilities, and with them the right to remount everything writable.
    ...['--cap-drop', 'ALL'],
    ...system.args,
    ...['--dev', '/dev', ...emptyFolder('/tmp', '1777'), ...emptyFolder(SANDBOX_HOME, '0700')],
    ...mounts.flatMap((mount) => mountArguments[mount.access](mount)),
    // After the mounts, so that none of them can bring the host's /proc back.
    ...['--proc', '/proc'],
    ...hiddenFolders.flatMap(({ path }) => ['--remount-ro', path]),
    ...['--remount-ro', '/', '--chdir', realCwd],
  ];
  return { args, paths: [...mounts.map(({ path }) => path), realCwd, ...system.folders] };
}

function emptyFolder(path: string, permissions: string): string[] {
  return ['--size', String(processTunables.sandboxTmpBytes), '--perms', permissions, '--tmpfs', path];
}

/** Parents come before their children, because a later mount covers an earlier one. */
function mostSpecificLast(mounts: readonly Mount[]): Mount[] {
  const strictest = new Map<string, Mount>();
  for (const mount of mounts) {
    const other = strictest.get(mount.path);
    if (other === undefined || strictness[mount.access] > strictness[other.access]) strictest.set(mount.path, mount);
  }
  return [...strictest.values()].sort((a, b) => a.path.length - b.path.length);
}

let knownSystem: Promise<{ args: string[]; folders: string[]; secrets: Mount[] }> | undefined;

/** Asked once per process. /bin and its like are links on most systems, and stay links inside. */
function systemMounts(): NonNullable<typeof knownSystem> {
  knownSystem ??= Promise.all(systemFolders.map(systemFolder)).then((folders) => ({
    args: folders.flat(),
    folders: systemFolders.filter((_, at) => folders[at]?.length !== 0),
    secrets: resolveExisting(systemSecrets, 'hide'),
  }));
  return knownSystem;
}

async function systemFolder(path: string): Promise<string[]> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry === undefined) return [];
  return entry.isSymbolicLink() ? ['--symlink', await readlink(path), path] : ['--ro-bind', path, path];
}

function resolveExisting(paths: readonly string[], access: Access): Mount[] {
  return paths.flatMap((path) => {
    try {
      return [resolveMount(path, access)];
    } catch {
      return [];
    }
  });
}

/** At once: every command asks for a dozen, and the system knows the answers by heart. */
function resolveMount(path: string, access: Access): Mount {
  const real = realpathSync.native(path);
  return { path: real, access, folder: statSync(real).isDirectory() };
}
