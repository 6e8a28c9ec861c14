import { runCommand } from '#server/process/run-command.ts';
import { processTunables } from '#server/process/tunables.ts';
import { wallsAround } from '#server/workspace/walls.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';

const outputBytes = 20_000_000;
const tailBytes = 20_000;
const usualMs = 60 * 60_000;

interface Line {
  /** A line of the shell, or a program with its arguments. */
  readonly argv: { readonly shell: string } | readonly [string, ...string[]];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly network?: boolean;
  readonly deadlineMs?: number;
}

/** How a command of the project ended. */
export interface Ran {
  /** It exited with 0. */
  readonly ok: boolean;
  /** One sentence without a full stop. */
  readonly reason: string;
  /** The end of what it printed, without secrets. */
  readonly tail: string;
}

/** Runs a command of the project behind the walls of the session's tree; what it prints goes to the activity's log. */
export async function runLine(
  { activityId, host, signal, log }: ActivityContext,
  { root, directory, store }: Workspace,
  { argv, cwd = directory, env = {}, network = false, deadlineMs = usualMs }: Line,
): Promise<Ran> {
  log.say(`$ ${'shell' in argv ? argv.shell : argv.join(' ')}`);
  const tail: Buffer[] = [];
  let kept = 0;
  const outcome = await runCommand(
    {
      argv: 'shell' in argv ? { shell: argv.shell } : argv,
      cwd,
      env,
      deadlineMs,
      outputCapBytes: outputBytes,
      graceMs: processTunables.graceMs,
      stdin: 'closed',
      marker: activityId,
      sandbox: { ...wallsAround(root, { store, home: host.home }), network },
    },
    {
      signal,
      watchdog: host.watchdog,
      onChunk: (stream, bytes) => {
        tail.push(bytes);
        kept += bytes.length;
        while (tail.length > 1 && kept - (tail[0]?.length ?? 0) >= tailBytes) kept -= tail.shift()?.length ?? 0;
        return log.write(stream, bytes);
      },
    },
  );
  signal.throwIfAborted();
  return {
    ok: outcome.endedBy === 'exit' && outcome.exitCode === 0,
    reason: outcome.reason,
    tail: host.redact(Buffer.concat(tail).subarray(-tailBytes).toString('utf8')),
  };
}
