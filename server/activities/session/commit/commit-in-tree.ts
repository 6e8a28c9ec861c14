import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeAgentGit } from '#server/workspace/agent-git.ts';
import { type Git, otherSide } from '#server/workspace/git.ts';
import { deadlines } from '#server/workspace/tunables.ts';
import { headRef, iterationRef, type Workspace } from '#server/workspace/workspace.ts';
import { workspaceGit } from '#server/workspace/workspace-git.ts';
import type { ActivityContext } from '../../context.ts';
import { leftByChecks } from '../left-by-checks.ts';
import { type Ran, runLine } from '../run-line.ts';
import { copyHooks } from './hooks.ts';

const commitMs = 20 * 60_000;

export type Made =
  | { readonly outcome: 'committed'; readonly commit: string }
  | { readonly outcome: 'hook' | 'failed'; readonly ran: Ran };

interface Wanted {
  readonly repository: string;
  readonly branch: string | null;
  readonly message: string;
  /** The commit that this one follows. */
  readonly onto: string;
  /** A second parent, when a merge is being concluded. */
  readonly merging: string | null;
}

/**
 * Commits everything in the tree as its user would: by plain git with the project's hooks, behind the walls, in a git folder
 * that is made for it. Our own git takes the commit from there, so that a hook which breaks something there harms nothing.
 */
export async function commitInTree(
  context: ActivityContext,
  git: Git,
  workspace: Workspace,
  { repository, branch, message, onto, merging }: Wanted,
): Promise<Made> {
  const { root, subdirectory } = workspace;
  await writeAgentGit(workspace, onto);
  const hooks = await copyHooks(git, workspace, repository);
  await settings(workspace, { branch, onto, merging, message, hooks: hooks?.folder ?? null });
  const added = await runLine(context, workspace, {
    argv: ['git', 'add', '--all', '--', subdirectory === '' ? '.' : subdirectory],
    cwd: root,
    deadlineMs: deadlines.copy,
  });
  if (!added.ok) return { outcome: 'failed', ran: added };
  const ran = await runLine(context, workspace, {
    argv: ['git', 'commit', '--file=.git/FIRMLOOP_MESSAGE'],
    cwd: root,
    deadlineMs: commitMs,
  });
  if (!ran.ok) return { outcome: hooks === null ? 'failed' : 'hook', ran };
  return await take(git, workspace, onto);
}

interface Settings {
  readonly branch: string | null;
  readonly onto: string;
  readonly merging: string | null;
  readonly message: string;
  readonly hooks: string | null;
}

async function settings({ root, folder, ...rest }: Workspace, wanted: Settings): Promise<void> {
  const { branch, onto, merging, message, hooks } = wanted;
  const at = (path: string) => join(root, '.git', path);
  await writeFile(at('FIRMLOOP_MESSAGE'), message.endsWith('\n') ? message : `${message}\n`);
  if (hooks !== null) await appendFile(at('config'), `[core]\nhooksPath = ${hooks}\n`);
  const left = await leftByChecks({ root, folder, ...rest });
  await mkdir(at('info'), { recursive: true });
  await writeFile(at('info/exclude'), left.map((line) => `${line}\n`).join(''));
  if (branch !== null) {
    // Hooks that look at the branch see the one that the run began on.
    await mkdir(dirname(at(`refs/heads/${branch}`)), { recursive: true });
    await writeFile(at(`refs/heads/${branch}`), `${onto}\n`);
    await writeFile(at('HEAD'), `ref: refs/heads/${branch}\n`);
  }
  if (merging !== null) {
    await writeFile(at('MERGE_HEAD'), `${merging}\n`);
    await writeFile(at('MERGE_MODE'), '');
  }
}

/** Takes the commit over into the run's own store, and makes it the kept one. */
async function take(git: Git, workspace: Workspace, onto: string): Promise<Made> {
  const inTree = workspaceGit(git, workspace);
  const ref = iterationRef(workspace.runId, await nextNumber(workspace));
  const steps: readonly (readonly string[])[] = [
    ['fetch', '--quiet', '--no-tags', otherSide.fetch, join(workspace.root, '.git'), `+HEAD:${ref}`],
    ['merge-base', '--is-ancestor', onto, ref],
    ['update-ref', headRef(workspace.runId), ref],
    ['read-tree', ref],
  ];
  for (const step of steps) {
    const done = await inTree(step, { deadlineMs: deadlines.copy });
    if (!done.ok)
      return {
        outcome: 'failed',
        ran: { ok: false, reason: `the commit cannot be taken over: ${done.trouble}`, tail: done.stderr },
      };
  }
  const commit = (await inTree(['rev-parse', ref])).stdout.trim();
  await writeAgentGit(workspace, commit);
  return { outcome: 'committed', commit };
}

/** Commits of a session are counted in a file of the run. */
async function nextNumber({ folder }: Workspace): Promise<number> {
  const file = join(folder, 'commits');
  const next = Number(await readFile(file, 'utf8').catch(() => '0')) + 1;
  await writeFile(file, String(next));
  return next;
}
