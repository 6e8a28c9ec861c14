import type { Command } from '#lib/config/scalars.ts';
import type { CommandOutcome, OutputStream } from '#server/process/command.ts';
import { runCommand } from '#server/process/run-command.ts';
import { processTunables } from '#server/process/tunables.ts';
import { wallsAround } from '#server/workspace/walls.ts';
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
  /** The run is likely to ask for it again, see `CommandSpec.again`. */
  readonly again?: boolean;
  readonly onBytes?: (stream: OutputStream, bytes: Buffer) => void;
}

/** Runs a command of the project file in the run's worktree, within its walls where this host can. Its output goes to the activity's log. */
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
      ...(context.aheadOf !== undefined && { aheadOf: context.aheadOf }),
      sandbox: wallsAround(workspace.root, { store: workspace.store, home: context.host.home }),
      again: logged.again ?? false,
    },
    {
      signal: context.signal,
      startsAfter: context.mayChangeTree,
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
