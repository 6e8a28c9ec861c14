import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionTree as Standing } from '#lib/activities/session.ts';
import { brainSessionInput } from '#lib/machines/brain-session/input.ts';
import { captureChanges } from '#server/workspace/capture-changes.ts';
import { createGit, type Git } from '#server/workspace/git.ts';
import { openWorkspace } from '#server/workspace/open-workspace.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import { workspaceGit } from '#server/workspace/workspace-git.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { rememberedInput } from '../remembered-input.ts';
import { leftByChecks } from './left-by-checks.ts';

/** What the session was launched with; it never changes. */
export const sessionInputOf = rememberedInput(brainSessionInput);

export interface SessionTree {
  readonly git: Git;
  readonly workspace: Workspace;
}

/**
 * The tree that the session works in. What is not committed is kept as a patch after each turn: where the tree had to be
 * made anew, in a fork or on another host, it is put back to that.
 */
export async function openSessionTree(context: ActivityContext, { commit, work }: Standing): Promise<SessionTree> {
  const { repository, baseCommit } = await sessionInputOf(context);
  const git = createGit({ signal: context.signal });
  const opened = await openWorkspace(git, {
    home: context.host.home,
    runId: context.runId,
    repository: repository.path,
    baseCommit,
    subdirectory: repository.subdirectory ?? '',
    at: commit ?? baseCommit,
  });
  if (!opened.ok) throw new ActivityFailure('TREE_MISSING', opened.reason, { final: true });
  const { workspace, state } = opened;
  if (state !== 'reused' && work !== null)
    await putBack({ git, workspace }, await context.host.artifacts.get(work), context);
  return { git, workspace };
}

async function putBack({ git, workspace }: SessionTree, patch: Buffer, { log }: ActivityContext): Promise<void> {
  const file = join(workspace.folder, `${randomUUID()}.diff`);
  await writeFile(file, patch);
  try {
    const into = workspace.subdirectory === '' ? [] : [`--directory=${workspace.subdirectory}`];
    const applied = await workspaceGit(git, workspace)(['apply', '--whitespace=nowarn', ...into, file]);
    if (!applied.ok)
      throw new ActivityFailure('TREE_MISSING', `the work of the session cannot be put back: ${applied.trouble}`, {
        final: true,
      });
    log.say('the tree was made anew: the work of the session is put back from its patch');
  } finally {
    await rm(file, { force: true });
  }
}

/** Everything that differs from the last commit, kept as an artifact; null when nothing does. */
export async function keepWork(
  context: ActivityContext,
  { git, workspace }: SessionTree,
  name: string,
): Promise<{ readonly work: string; readonly files: readonly string[] } | null> {
  const captured = await captureChanges(git, workspace, { exclude: await leftByChecks(workspace) });
  if (!captured.ok) throw new ActivityFailure('GIT_FAILED', captured.reason);
  if (captured.bytes.length === 0) return null;
  const { runId, iteration, activityId, host } = context;
  const work = await host.artifacts.put({ runId, iteration, activityId, kind: 'patch', name }, captured.bytes, {
    mediaType: 'text/x-diff',
    raw: true,
  });
  return { work, files: filesIn(captured.bytes.toString('utf8')) };
}

/** The paths that a patch of git names. */
export function filesIn(patch: string): string[] {
  return [...new Set([...patch.matchAll(/^diff --git "?a\/.*? "?b\/(.*?)"?$/gm)].map(([, path = '']) => path))];
}
