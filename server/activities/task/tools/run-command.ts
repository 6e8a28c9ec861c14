import { runCommand } from '#server/process/run-command.ts';
import { processTunables } from '#server/process/tunables.ts';
import { wallsAround } from '#server/workspace/walls.ts';
import type { ActivityContext } from '../../context.ts';
import type { TaskTree } from '../facts.ts';
import type { Used } from '../use-tool.ts';

const outputBytes = 20_000_000;

/** Runs a line of the shell behind the walls of the task's tree; what it prints goes to the activity's log. */
export async function runCommandTool(
  { command, timeout, network }: { readonly command: string; readonly timeout: number; readonly network: boolean },
  { workspace }: TaskTree,
  { activityId, host, signal, log }: ActivityContext,
): Promise<Used> {
  log.say(`$ ${command}`);
  const walls = wallsAround(workspace.root, { store: workspace.store, home: host.home });
  const outcome = await runCommand(
    {
      argv: { shell: command },
      cwd: workspace.directory,
      env: {},
      deadlineMs: timeout * 1_000,
      outputCapBytes: outputBytes,
      graceMs: processTunables.graceMs,
      stdin: 'closed',
      marker: activityId,
      sandbox: { ...walls, network },
    },
    { signal, watchdog: host.watchdog, onChunk: (stream, bytes) => log.write(stream, bytes) },
  );
  signal.throwIfAborted();
  const { endedBy } = outcome;
  if (endedBy === 'exit' && outcome.exitCode === 0) return { code: null, summary: `\`${command}\` passed` };
  const code = endedBy === 'deadline' || endedBy === 'silence' ? 'E_TOOL_TIMEOUT' : 'E_BUILD_FAIL';
  return { code, summary: `\`${command}\` ${outcome.reason}` };
}
