import { writeAgentGit } from './agent-git.ts';
import { type Git, gitRefusal } from './git.ts';
import { gitSteps } from './git-steps.ts';
import type { Refusal } from './refusal.ts';
import { deadlines } from './tunables.ts';
import { headRef, type Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

/** What goes besides the changes to committed files: nothing, files git does not know, or also those it ignores (build products). */
export type Clean = 'nothing' | 'untracked' | 'everything';

/**
 * Makes every committed file exactly what it is in `commit`, full hash, and makes that the kept commit. Files that do not
 * differ keep their time stamps, so the next build stays small.
 */
export async function rollBackTo(
  git: Git,
  workspace: Workspace,
  commit: string,
  { clean = 'nothing' }: { clean?: Clean } = {},
): Promise<{ readonly ok: true } | Refusal<'GIT_FAILED'>> {
  const steps = gitSteps(`${GO_BACK}\n${cleaning[clean]}`, [commit, headRef(workspace.runId)]);
  const done = await workspaceGit(git, workspace)(steps, { deadlineMs: deadlines.copy });
  if (!done.ok) return gitRefusal(`go back to ${commit.slice(0, 12)}`, done);
  await writeAgentGit(workspace, commit);
  return { ok: true };
}

const GO_BACK = `
  git read-tree --reset -u "$1"
  git update-ref "$2" "$1"`;

const cleaning = {
  nothing: '',
  untracked: 'git clean -ffdq',
  everything: 'git clean -ffdxq',
} as const satisfies Record<Clean, string>;
