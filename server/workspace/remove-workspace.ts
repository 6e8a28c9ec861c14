import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Git, gitRefusal } from './git.ts';
import type { Refusal } from './refusal.ts';
import { abandonedAfterMs } from './tunables.ts';
import { storesFolder, type Workspace, worktreesFolder } from './workspace.ts';

/** Removes a run's tree. Its commits stay in the store, so it can be opened again, unless `history` is `forget`. */
export async function removeWorkspace(
  git: Git,
  workspace: Workspace,
  { history = 'keep' }: { history?: 'keep' | 'forget' } = {},
): Promise<{ readonly ok: true } | Refusal<'GIT_FAILED'>> {
  await rm(workspace.folder, { recursive: true, force: true });
  if (history === 'keep') return { ok: true };
  const inStore = (args: readonly string[], stdin?: string) =>
    git([`--git-dir=${workspace.store}`, ...args], stdin === undefined ? {} : { stdin });
  const listed = await inStore(['for-each-ref', '--format=delete %(refname)', `refs/firmloop/${workspace.runId}/`]);
  if (!listed.ok) return gitRefusal(`list the commits of run ${workspace.runId}`, listed);
  const deleted = await inStore(['update-ref', '--stdin'], listed.stdout);
  return deleted.ok ? { ok: true } : gitRefusal(`forget the commits of run ${workspace.runId}`, deleted);
}

/**
 * Removes the trees of runs that are over, and what dead processes left half-made in the stores. `now` is in ms since 1970.
 * Answers the ids of the runs whose trees went.
 */
export async function sweepWorkspaces(
  home: string,
  liveRunIds: () => Promise<ReadonlySet<string>>,
  now: number,
): Promise<string[]> {
  // The folders first: a run that begins in between has none among them.
  const folders = await namesIn(worktreesFolder(home));
  const live = await liveRunIds();
  const stray = folders.filter((runId) => !live.has(runId));
  await Promise.all(stray.map((runId) => rm(join(worktreesFolder(home), runId), { recursive: true, force: true })));
  const stores = (await namesIn(storesFolder(home))).map((name) => join(storesFolder(home), name));
  const remains = stores.map((store) => (store.endsWith('.draft') ? store : join(store, 'packed-refs.lock')));
  for (const path of remains) if (await isAbandoned(path, now)) await rm(path, { recursive: true, force: true });
  return stray;
}

async function isAbandoned(path: string, now: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && now - found.mtimeMs > abandonedAfterMs;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
