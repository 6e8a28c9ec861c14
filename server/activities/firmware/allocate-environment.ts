import type { allocateEnvironment as contract } from '#lib/activities/environment.ts';
import type { Perform } from '../perform.ts';

/** Host and emulator belong to the run's own worktree: there is nothing to share, so nothing to wait for. */
export const allocateEnvironment: Perform<typeof contract> = async (_input, context) => ({
  outcome: 'granted',
  board: null,
  reason: `the host ${context.host.hostId} of the run's worktree`,
});
