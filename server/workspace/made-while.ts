import { type Snapshot, snapshotsOf } from './snapshots.ts';
import { isSameEntry, type TreeEntries, treeEntries } from './tree-entries.ts';
import type { Workspace } from './workspace.ts';

/**
 * The files and links of a run's tree that were made while one of these tools was used, and that nothing else has changed
 * since; by their paths from the root as in `TreeEntries`.
 */
export async function madeWhile(
  workspace: Workspace,
  isOne: (before: Snapshot['before']) => boolean,
): Promise<ReadonlySet<string>> {
  const taken = await snapshotsOf(workspace);
  const now = await treeEntries(workspace.root, taken.at(-1)?.entries);
  const made = new Set<string>();
  for (const [at, { before, entries }] of taken.entries()) {
    const after: TreeEntries = taken[at + 1]?.entries ?? now;
    if (isOne(before)) for (const path of after.keys()) if (!entries.has(path)) made.add(path);
    if (!isOne(before))
      for (const path of made) if (!isSameEntry(entries.get(path), after.get(path))) made.delete(path);
  }
  return made;
}
