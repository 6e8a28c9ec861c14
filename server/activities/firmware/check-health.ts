import { access, constants, statfs } from 'node:fs/promises';
import type { checkHealth as contract } from '#lib/activities/environment.ts';
import type { Perform } from '../perform.ts';
import { openTree } from './workspace.ts';

/** Below this a test program's output would be cut off by the disk rather than by the firmware. */
const leastFreeBytes = 64 * 1024 * 1024;

/** Whether this host can run anything in the worktree at all. */
export const checkHealth: Perform<typeof contract> = async (_input, context) => {
  const { workspace } = await openTree(context);
  const writable = await access(workspace.directory, constants.W_OK).then(
    () => true,
    () => false,
  );
  const disk = await statfs(workspace.directory);
  const free = disk.bavail * disk.bsize;
  const problems = [
    ...(writable ? [] : ['the worktree is not writable']),
    ...(free >= leastFreeBytes ? [] : [`the disk has only ${Math.round(free / 1024 / 1024)} MB left`]),
  ];
  const reason = problems.length === 0 ? 'the worktree is writable and the disk has room' : problems.join('; ');
  return { ok: problems.length === 0, checks: 2, failed: problems.length, reason };
};
