import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Git, gitRefusal, otherSide } from './git.ts';
import { type Refusal, refuse } from './refusal.ts';
import { deadlines } from './tunables.ts';
import { baseRef, iterationRef, type Workspace } from './workspace.ts';

/** An iteration's commit as `bundleIteration` packed it. */
export interface IterationBundle {
  readonly iteration: number;
  readonly bytes: Uint8Array;
}

type StoreRefusal = Refusal<'GIT_FAILED' | 'BASE_MISSING'>;

/**
 * Makes sure that the store has the base commit and the given iterations, each kept by a ref of the run. Objects are
 * linked or copied, never borrowed: what the user's own `git gc` deletes later is still here.
 */
export async function fillStore(
  git: Git,
  workspace: Workspace,
  { repository, bundles }: { repository: string; bundles: readonly IterationBundle[] },
): Promise<{ ok: true } | StoreRefusal> {
  const made = await makeStore(git, workspace.store, repository);
  if (!made.ok) return made;
  const base = await fetchBase(git, workspace, repository);
  if (!base.ok) return base;
  for (const bundle of bundles) {
    const fetched = await fetchBundle(git, workspace, bundle);
    if (!fetched.ok) return fetched;
  }
  return { ok: true };
}

/** Clones beside its place and moves there in one step, so that a store is whole or absent; of two runs the second uses the first one's. */
async function makeStore(git: Git, store: string, repository: string): Promise<{ ok: true } | StoreRefusal> {
  if (await exists(join(store, 'HEAD'))) return { ok: true };
  const draft = `${store}.${randomUUID()}.draft`;
  await mkdir(join(store, '..'), { recursive: true });
  try {
    const cloned = await clone(git, repository, draft);
    if (!cloned.ok) return gitRefusal(`copy ${repository}`, cloned);
    await rename(draft, store).catch(async (cause: unknown) => {
      if (!(await exists(join(store, 'HEAD')))) throw cause;
    });
    return { ok: true };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Git refuses to link the objects of some repositories (symbolic links inside .git, another owner); those are copied. */
async function clone(git: Git, repository: string, target: string) {
  const args = ['clone', '--quiet', '--bare', '--template=', otherSide.fetch];
  const linked = await git([...args, '--local', repository, target], { deadlineMs: deadlines.copy });
  return linked.ok ? linked : git([...args, '--no-local', repository, target], { deadlineMs: deadlines.copy });
}

async function fetchBase(
  git: Git,
  { store, runId, baseCommit }: Workspace,
  repository: string,
): Promise<{ ok: true } | StoreRefusal> {
  const ref = baseRef(runId);
  const kept = await git([`--git-dir=${store}`, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  if (kept.ok && kept.stdout.trim() === baseCommit) return { ok: true };
  const fetched = await git([...fetchInto(store), otherSide.fetch, repository, `+${baseCommit}:${ref}`], {
    deadlineMs: deadlines.copy,
  });
  return fetched.ok
    ? { ok: true }
    : refuse(
        'BASE_MISSING',
        `${repository} no longer has the base commit ${baseCommit.slice(0, 12)} (${fetched.trouble})`,
        'Restore that commit in the repository, or start a new run from a commit it has.',
      );
}

async function fetchBundle(
  git: Git,
  workspace: Workspace,
  { iteration, bytes }: IterationBundle,
): Promise<{ ok: true } | StoreRefusal> {
  const ref = iterationRef(workspace.runId, iteration);
  const file = join(workspace.folder, `${iteration}.bundle`);
  await writeFile(file, bytes);
  const fetched = await git([...fetchInto(workspace.store), file, `+${ref}:${ref}`]);
  await rm(file, { force: true });
  return fetched.ok ? { ok: true } : gitRefusal(`read the bundle of iteration ${iteration}`, fetched);
}

function fetchInto(store: string): string[] {
  return [`--git-dir=${store}`, 'fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--update-shallow'];
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
