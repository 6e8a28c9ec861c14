import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { liveRunIds, runsToFinalise } from '#server/store/finalise-rows.ts';
import { sweepWorkspaces } from '#server/workspace/remove-workspace.ts';
import { finaliseRun } from './finalise-run.ts';

/** Wraps up every ended run of this host; one that cannot be wrapped up does not keep the others waiting. */
export async function finaliseEndedRuns(
  pool: Pool,
  host: { home: string; hostId: string; log: Pick<Logger, 'warn'> },
): Promise<void> {
  const ended = await runsToFinalise(pool, host.hostId);
  for (const run of ended) {
    await finaliseRun(pool, host.home, run).catch((error: unknown) => {
      host.log.warn({ err: error, run: run.number }, 'could not be wrapped up; it is tried again');
    });
  }
  if (ended.length > 0) await sweepHost(pool, host);
}

/**
 * Removes the worktrees of runs that are not this host's any more: wrapped up, or gone on elsewhere while no runner was
 * here. One of those that comes back is to find none, rather than one that stands where it once was.
 */
export async function sweepHost(pool: Pool, { home, hostId }: { home: string; hostId: string }): Promise<void> {
  await sweepWorkspaces(home, () => liveRunIds(pool, hostId), Date.now());
}
