import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import { needsBoard } from '#lib/config/sections/environments.ts';
import { atHand } from '#server/boards/at-hand.ts';
import { recordRun } from '#server/boards/work/record-run.ts';
import type { Environment, Site } from '#server/environments/environment.ts';
import { environmentOf } from '#server/environments/environments.ts';
import { boardOfRun } from '#server/store/reservations/board-of-run.ts';
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
  const site = siteOf(context, workspace);
  const environment =
    configured && environmentOf(configured, needsBoard(configured) ? await withHeldBoard(context, site) : site);
  if (environment) return environment;
  throw new ActivityFailure('CONFIG_INVALID', `environment ${name} cannot be tested in by this runner`, {
    final: true,
  });
}

/** Throws TEST_ENV_FAILURE when the run holds no board: its lease has ended under it. */
async function withHeldBoard({ host, runId }: ActivityContext, site: Site): Promise<Site> {
  const held = await boardOfRun(host.pool, runId);
  if (held !== null) {
    const { board, lease: leaseId } = held;
    const record = recordRun(host.pool, { boardId: board.id, leaseId, holder: `run ${runId.slice(0, 8)}` });
    return { ...site, board: { ...(await atHand(board, host.home)), record } };
  }
  throw new ActivityFailure('TEST_ENV_FAILURE', 'the run holds no board any more', { final: true });
}

function siteOf({ host, activityId, aheadOf, signal, mayChangeTree }: ActivityContext, workspace: Workspace): Site {
  return {
    directory: workspace.directory,
    sandbox: wallsAround(workspace.root, { store: workspace.store, home: host.home }),
    marker: activityId,
    ...(aheadOf !== undefined && { aheadOf }),
    watchdog: host.watchdog,
    signal,
    startsAfter: mayChangeTree,
  };
}
