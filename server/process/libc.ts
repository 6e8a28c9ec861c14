import koffi from 'koffi';

const lib = koffi.load(null);

/**
 * Functions of the system's C library that Node has no call for, or one that makes an error of an ordinary answer, as its `kill`
 * does. Those of `posix_spawn` answer with 0 or an error's number,
 * the others with -1 where they fail, and `errno` tells why. glibc has all of them from 2.29 on.
 */
export const libc = {
  posixSpawn: lib.func(
    'int posix_spawn(int *pid, const char *path, void *actions, void *attributes, const char **argv, const char **envp)',
  ),
  actionsInit: lib.func('int posix_spawn_file_actions_init(void *actions)'),
  actionsOpen: lib.func(
    'int posix_spawn_file_actions_addopen(void *actions, int fd, const char *path, int flags, uint mode)',
  ),
  actionsDup2: lib.func('int posix_spawn_file_actions_adddup2(void *actions, int fd, int wanted)'),
  actionsChdir: lib.func('int posix_spawn_file_actions_addchdir_np(void *actions, const char *path)'),
  actionsDestroy: lib.func('int posix_spawn_file_actions_destroy(void *actions)'),
  attributesInit: lib.func('int posix_spawnattr_init(void *attributes)'),
  attributesFlags: lib.func('int posix_spawnattr_setflags(void *attributes, short flags)'),
  attributesDefaultSignals: lib.func('int posix_spawnattr_setsigdefault(void *attributes, void *signals)'),
  attributesSignalMask: lib.func('int posix_spawnattr_setsigmask(void *attributes, void *signals)'),
  allSignals: lib.func('int sigfillset(void *signals)'),
  noSignals: lib.func('int sigemptyset(void *signals)'),
  pipe2: lib.func('int pipe2(int *fds, int flags)'),
  socketpair: lib.func('int socketpair(int domain, int type, int protocol, int *fds)'),
  close: lib.func('int close(int fd)'),
  kill: lib.func('int kill(int pid, int signal)'),
  waitpid: lib.func('int waitpid(int pid, int *status, int options)'),
  errno: (): number => koffi.errno(),
} as const;

/** Numbers of Linux; glibc and musl have the same. */
export const numbers = {
  O_CLOEXEC: 0o2000000,
  O_RDONLY: 0,
  AF_UNIX: 1,
  SOCK_STREAM: 1,
  SOCK_CLOEXEC: 0o2000000,
  WNOHANG: 1,
  POSIX_SPAWN_SETSIGDEF: 0x04,
  POSIX_SPAWN_SETSIGMASK: 0x08,
  POSIX_SPAWN_SETSID: 0x80,
} as const;

/** Memory for one of the library's structures or sets of signals, of which the largest takes 336 bytes. */
export function structure(): Buffer {
  return Buffer.alloc(1_024);
}
