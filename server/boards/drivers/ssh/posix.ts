import type { Dialect, Marks } from './dialect.ts';

/** A Linux machine with a POSIX shell, GNU grep and /proc. */
export const posix: Dialect = {
  start({ argv, env, folder }, { activity, command }) {
    const marked = { ...env, FIRMLOOP_ACTIVITY: activity, FIRMLOOP_COMMAND: command };
    const settings = Object.entries(marked).map(([name, value]) => quoted(`${name}=${value}`));
    const there = folder === undefined ? '' : `cd ${quoted(folder)} || exit 126; `;
    const line = 'shell' in argv ? argv.shell : `exec ${argv.map(quoted).join(' ')}`;
    return `exec env ${settings.join(' ')} /bin/sh -c ${quoted(there + line)}`;
  },
  sweep,
  decoder: () => (bytes) => bytes,
  notThere: ({ argv }, exitCode) =>
    exitCode === notFound && !('shell' in argv) ? `program ${JSON.stringify(argv[0])} was not found` : null,
  doubtsSilence: false,
};

/** What a shell answers for a program that it cannot find. */
const notFound = 127;

/** TERM, two seconds, KILL. Processes are found by their environment: a session of its own hides none. */
function sweep({ command }: Marks): string {
  const script = `
found() { grep -lszx -- ${quoted(`FIRMLOOP_COMMAND=${command}`)} /proc/[0-9]*/environ | tr -dc '0-9\\n'; }
left=$(found); n=0
[ -z "$left" ] || kill -TERM $left 2>/dev/null
while [ -n "$left" ] && [ $n -lt 20 ]; do sleep 0.1; n=$((n+1)); left=$(found); done
[ -z "$left" ] || { kill -KILL $left 2>/dev/null; sleep 0.2; }
found`;
  return `exec /bin/sh -c ${quoted(script)}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
