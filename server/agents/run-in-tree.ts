import type { CommandOutcome, CommandSpec, OutputStream } from '#server/process/command.ts';
import { runCommand } from '#server/process/run-command.ts';
import type { AgentCall, AgentTree } from './task-agent.ts';
import { agentTunables } from './tunables.ts';

/** A command that is run for an agent; limits that it does not name are the usual ones. */
type AgentCommand = Pick<CommandSpec, 'argv'> &
  Partial<Pick<CommandSpec, 'env' | 'deadlineMs' | 'silenceMs' | 'stdin'>>;

/** Runs a command in an agent's folder behind its walls; what it prints goes to the log, and to `onOutput`. Leaves nothing running. */
export async function runInTree(
  { activityId, watchdog, signal, log }: AgentCall,
  tree: AgentTree,
  command: AgentCommand,
  onOutput?: (stream: OutputStream, bytes: Buffer) => void,
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
        onOutput?.(stream, bytes);
        return log.write(stream, bytes);
      },
    },
  );
}
