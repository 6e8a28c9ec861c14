import { join } from 'node:path';
import type { Command } from '#lib/config/scalars.ts';
import type { CommandOutcome, OutputStream } from '#server/process/command.ts';
import { runCommand } from '#server/process/run-command.ts';
import { toolchainFolders } from '#server/process/toolchain-folders.ts';
import { processTunables } from '#server/process/tunables.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';

export interface LoggedCommand {
  readonly command: Command;
  readonly workspace: Workspace;
  readonly env: Readonly<Record<string, string>>;
  readonly deadlineMs: number;
  readonly silenceMs: number | undefined;
  /** Output beyond this ends the command. */
  readonly outputCapBytes: number;
  readonly onBytes?: (stream: OutputStream, bytes: Buffer) => void;
}

/**
 * Runs a command of the project file in the run's worktree, locked in where this host can: only the worktree is writable,
 * there is no network, toolchains in PATH can be read, and of Firmloop's data folder nothing exists but the objects that the worktree's git borrows, as
 * many builds ask `git describe` for their version. Its output goes to the activity's log.
 */
export async function runLogged(context: ActivityContext, logged: LoggedCommand): Promise<CommandOutcome> {
  const { command, workspace, onBytes } = logged;
  context.log.say(`$ ${shown(command)}`);
  const outcome = await runCommand(
    {
      argv: typeof command === 'string' ? { shell: command } : asArgv(command),
      cwd: workspace.directory,
      env: logged.env,
      deadlineMs: logged.deadlineMs,
      ...(logged.silenceMs === undefined ? {} : { silenceMs: logged.silenceMs }),
      outputCapBytes: logged.outputCapBytes,
      graceMs: processTunables.graceMs,
      stdin: 'closed',
      marker: context.activityId,
      sandbox: {
        worktree: workspace.root,
        hidden: [context.host.home],
        readable: [join(workspace.store, 'objects'), ...toolchainFolders()],
        network: false,
        whenMissing: 'run-bare',
      },
    },
    {
      signal: context.signal,
      watchdog: context.host.watchdog,
      onChunk: (stream, bytes) => {
        onBytes?.(stream, bytes);
        return context.log.write(stream, bytes);
      },
    },
  );
  context.log.say(
    `${outcome.reason}, after ${outcome.durationMs} ms${outcome.sandboxed ? '' : ' (without a sandbox: none works here)'}`,
  );
  return outcome;
}

/** A command as it is written in a shell. */
export function shown(command: Command): string {
  return typeof command === 'string'
    ? command
    : command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}

function asArgv(words: readonly string[]): readonly [string, ...string[]] {
  const [program = '', ...rest] = words;
  return [program, ...rest];
}
