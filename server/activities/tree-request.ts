import type { PlacedInput } from '#lib/launch/machine-launch.ts';
import type { WorkspaceKey } from '#server/workspace/workspace.ts';
import type { ActivityContext } from './context.ts';

/** Where the tree of a run lies on this host, and what it is made of. */
export function treeRequest(
  { host, runId }: ActivityContext,
  { repository, baseCommit }: Pick<PlacedInput, 'repository'> & { readonly baseCommit: string },
): WorkspaceKey {
  return {
    home: host.home,
    runId,
    repository: repository.path,
    baseCommit,
    subdirectory: repository.subdirectory ?? '',
  };
}
