import { unbuilt } from '#server/workspace/marks.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { configOf } from './run-facts.ts';
import { runLogged } from './run-logged.ts';
import { type OpenedTree, openTree } from './workspace.ts';

/**
 * The run's worktree with its build products in it: what another host had built is built again here first. Nothing is done
 * beside it: were the activity to fail meanwhile, the next one would meet this at work.
 */
export async function builtTree(context: ActivityContext): Promise<OpenedTree> {
  const tree = await openTree(context);
  const { workspace } = tree;
  if (!unbuilt.isSet(workspace)) return tree;
  const { build, limits } = await configOf(context);
  context.log.say('the worktree was rebuilt on this host, so its build is made again');
  const { endedBy, exitCode, reason } = await runLogged(context, {
    command: build.command,
    workspace,
    env: build.env,
    deadlineMs: build.timeout,
    silenceMs: build.silence,
    outputCapBytes: limits.log_size,
  });
  if (endedBy !== 'exit' || exitCode !== 0)
    throw new ActivityFailure('UNHANDLED_EXCEPTION', `what another host had built cannot be built here: ${reason}`);
  unbuilt.clear(workspace);
  return tree;
}
