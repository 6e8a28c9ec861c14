import type { CommandOutcome, CommandSpec } from '#server/process/command.ts';
import { runCommand } from '#server/process/run-command.ts';
import type { AgentCall, AgentTree } from './task-agent.ts';
import { agentTunables } from './tunables.ts';

/** A command that is run for an agent; limits that it does not name are the usual ones. */
type AgentCommand = Pick<CommandSpec, 'argv'> &
  Partial<Pick<CommandSpec, 'env' | 'deadlineMs' | 'silenceMs' | 'stdin'>>;

/** Who reads what a command prints besides the log. */
interface Listening {
  readonly onStdout?: (bytes: Buffer) => void;
  readonly isStdoutLogged?: boolean;
}

/** Runs a command in an agent's folder behind its walls; what it prints goes to the log. Leaves nothing running. */
export async function runInTree(
  { activityId, watchdog, signal, log }: AgentCall,
  tree: AgentTree,
  command: AgentCommand,
  { onStdout, isStdoutLogged = true }: Listening = {},
): Promise<CommandOutcome> {
  return await runCommand(
    {
      cwd: tree.directory,
      env: {},
      deadlineMs: agentTunables.commandMs,
      outputCapBytes: agentTunables.outputBytes,
      graceMs: agentTunables.graceMs,
      stdin: 'closed',
      marker: activityId,
      sandbox: tree.sandbox,
      ...command,
    },
    {
      signal,
      watchdog,
      onChunk: (stream, bytes) => {
        if (stream === 'stdout') onStdout?.(bytes);
        return stream === 'stderr' || isStdoutLogged ? log.write(stream, bytes) : undefined;
      },
    },
  );
}
