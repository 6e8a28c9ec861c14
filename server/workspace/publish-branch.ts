import { type Git, gitRefusal, otherSide } from './git.ts';
import { type Refusal, refuse } from './refusal.ts';
import { deadlines } from './tunables.ts';
import type { Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

export interface PublishRequest {
  /** The user's repository: the only thing ever written there is this new branch. */
  readonly repository: string;
  /** Full hash of the commit to publish. */
  readonly commit: string;
  /** By default `firmloop/` and the first eight characters of the run's id. */
  readonly branch?: string;
}

/** Brings a run's result into the user's repository as a branch. A branch that exists with other content is never moved, and nothing is checked out. */
export async function publishBranch(
  git: Git,
  workspace: Workspace,
  { repository, commit, branch = `firmloop/${workspace.runId.slice(0, 8)}` }: PublishRequest,
): Promise<
  { readonly ok: true; readonly branch: string } | Refusal<'BAD_BRANCH_NAME' | 'BRANCH_EXISTS' | 'GIT_FAILED'>
> {
  const ref = `refs/heads/${branch}`;
  const named = await git(['check-ref-format', '--branch', branch]);
  if (!named.ok)
    return refuse(
      'BAD_BRANCH_NAME',
      `${branch} cannot be a branch's name`,
      'See `git help check-ref-format` for the rules.',
    );
  const there = await commitOf(git, repository, ref);
  if (there === commit) return { ok: true, branch };
  if (there !== null) return taken(repository, branch);
  // The empty lease makes git refuse when somebody creates the branch at this very moment.
  const pushed = await workspaceGit(git, workspace)(
    ['push', '--quiet', `--force-with-lease=${ref}:`, otherSide.push, repository, `${commit}:${ref}`],
    { deadlineMs: deadlines.copy },
  );
  // Another process that wraps up the same run may have been first.
  if (pushed.ok || (await commitOf(git, repository, ref)) === commit) return { ok: true, branch };
  return /stale info|already exists/.test(pushed.stderr)
    ? taken(repository, branch)
    : gitRefusal(`publish ${branch} into ${repository}`, pushed);
}

async function commitOf(git: Git, repository: string, ref: string): Promise<string | null> {
  const found = await git(['rev-parse', '--verify', '--quiet', ref], { cwd: repository });
  return found.ok ? found.stdout.trim() : null;
}

function taken(repository: string, branch: string): Refusal<'BRANCH_EXISTS'> {
  return refuse(
    'BRANCH_EXISTS',
    `${repository} has another branch ${branch}`,
    'Publish under another name, or delete that branch first.',
  );
}
