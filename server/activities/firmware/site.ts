import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import type { Environment, Site } from '#server/environments/environment.ts';
import { environmentOf } from '#server/environments/environments.ts';
import { wallsAround } from '#server/workspace/walls.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { inputOf } from './run-facts.ts';

/** The environment that the run was launched for, at work in the run's worktree. Throws CONFIG_INVALID when there is none. */
export async function environmentOfRun(
  context: ActivityContext,
  config: FirmwareLoopConfig,
  workspace: Workspace,
): Promise<Environment> {
  const { environment: name } = await inputOf(context);
  const configured = config.environments[name];
  const environment = configured && environmentOf(configured, siteOf(context, workspace));
  if (environment) return environment;
  throw new ActivityFailure('CONFIG_INVALID', `environment ${name} cannot be tested in by this runner`, {
    final: true,
  });
}

function siteOf({ host, activityId, signal }: ActivityContext, workspace: Workspace): Site {
  return {
    directory: workspace.directory,
    sandbox: wallsAround(workspace.root, { store: workspace.store, home: host.home }),
    marker: activityId,
    watchdog: host.watchdog,
    signal,
  };
}
