import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Git, gitRefusal, otherSide } from './git.ts';
import { type Refusal, refuse } from './refusal.ts';
import { deadlines } from './tunables.ts';
import { baseRef, iterationRef, type Workspace } from './workspace.ts';

/** A commit as `bundleBase` or `bundleIteration` packed it. */
export interface IterationBundle {
  /** 0 for the base commit with its history. */
  readonly iteration: number;
  readonly bytes: Uint8Array;
}

type StoreRefusal = Refusal<'GIT_FAILED' | 'BASE_MISSING'>;

/**
 * Makes sure that the store has the base commit and the given iterations, each kept by a ref of the run. Objects are
 * linked or copied, never borrowed: what the user's own `git gc` deletes later is still here. Where the repository is not on
 * this host, the base comes from its bundle.
 */
export async function fillStore(
  git: Git,
  workspace: Workspace,
  { repository, bundles }: { repository: string; bundles: readonly IterationBundle[] },
): Promise<{ ok: true } | StoreRefusal> {
  const isHere = await exists(repository);
  const made = await makeStore(
    workspace.store,
    isHere ? cloneOf(git, repository) : emptyStore(git, workspace.baseCommit),
  );
  if (!made.ok) return made;
  const base = await keepBase(git, workspace, {
    repository: isHere ? repository : null,
    bundle: bundles.find(({ iteration }) => iteration === 0),
    named: repository,
  });
  if (!base.ok) return base;
  for (const bundle of bundles.filter(({ iteration }) => iteration > 0)) {
    const fetched = await fetchBundle(git, workspace, bundle, iterationRef(workspace.runId, bundle.iteration));
    if (!fetched.ok) return fetched;
  }
  return { ok: true };
}

/** Fills a new folder with a bare repository. */
type Fill = (draft: string) => Promise<{ ok: true } | StoreRefusal>;

/** Makes it beside its place and moves there in one step, so that a store is whole or absent; of two runs the second uses the first one's. */
async function makeStore(store: string, fill: Fill): Promise<{ ok: true } | StoreRefusal> {
  if (await exists(join(store, 'HEAD'))) return { ok: true };
  const draft = `${store}.${randomUUID()}.draft`;
  await mkdir(join(store, '..'), { recursive: true });
  try {
    const filled = await fill(draft);
    if (!filled.ok) return filled;
    await rename(draft, store).catch(async (cause: unknown) => {
      if (!(await exists(join(store, 'HEAD')))) throw cause;
    });
    return { ok: true };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function cloneOf(git: Git, repository: string): Fill {
  return async (draft) => {
    const cloned = await clone(git, repository, draft);
    return cloned.ok ? { ok: true } : gitRefusal(`copy ${repository}`, cloned);
  };
}

function emptyStore(git: Git, baseCommit: string): Fill {
  return async (draft) => {
    const format = baseCommit.length === 64 ? 'sha256' : 'sha1';
    const made = await git(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, draft]);
    return made.ok ? { ok: true } : gitRefusal(`create ${draft}`, made);
  };
}

/** Git refuses to link the objects of some repositories (symbolic links inside .git, another owner); those are copied. */
async function clone(git: Git, repository: string, target: string) {
  const args = ['clone', '--quiet', '--bare', '--template=', otherSide.fetch];
  const linked = await git([...args, '--local', repository, target], { deadlineMs: deadlines.copy });
  return linked.ok ? linked : git([...args, '--no-local', repository, target], { deadlineMs: deadlines.copy });
}

interface BaseSources {
  /** Null when it is not on this host. */
  readonly repository: string | null;
  readonly bundle: IterationBundle | undefined;
  /** What the repository is called in a refusal. */
  readonly named: string;
}

async function keepBase(
  git: Git,
  workspace: Workspace,
  { repository, bundle, named }: BaseSources,
): Promise<{ ok: true } | StoreRefusal> {
  const { store, runId, baseCommit } = workspace;
  const ref = baseRef(runId);
  const kept = await git([`--git-dir=${store}`, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  if (kept.ok && kept.stdout.trim() === baseCommit) return { ok: true };
  const fetched =
    repository === null
      ? null
      : await git([...fetchInto(store), otherSide.fetch, repository, `+${baseCommit}:${ref}`], {
          deadlineMs: deadlines.copy,
        });
  if (fetched?.ok) return { ok: true };
  if (bundle !== undefined) return await fetchBundle(git, workspace, bundle, ref);
  const base = baseCommit.slice(0, 12);
  return refuse(
    'BASE_MISSING',
    fetched === null
      ? `${named} is not on this host, and no bundle of the base commit ${base} was kept`
      : `${named} no longer has the base commit ${base} (${fetched.trouble})`,
    'Restore that commit in the repository, or start a new run from a commit it has.',
  );
}

/** Takes the one commit that a bundle holds, under whichever name: a fork has the bundles of the run it comes from. */
async function fetchBundle(
  git: Git,
  workspace: Workspace,
  { iteration, bytes }: IterationBundle,
  ref: string,
): Promise<{ ok: true } | StoreRefusal> {
  const file = join(workspace.folder, `${iteration}.bundle`);
  const doing = iteration === 0 ? 'read the bundle of the base commit' : `read the bundle of iteration ${iteration}`;
  await writeFile(file, bytes);
  try {
    const heads = await git(['bundle', 'list-heads', file]);
    const name = heads.stdout.trim().split(/\s/)[1];
    if (!heads.ok || name === undefined) return gitRefusal(doing, heads);
    const fetched = await git([...fetchInto(workspace.store), file, `+${name}:${ref}`], {
      deadlineMs: deadlines.copy,
    });
    return fetched.ok ? { ok: true } : gitRefusal(doing, fetched);
  } finally {
    await rm(file, { force: true });
  }
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
