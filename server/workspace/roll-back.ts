import { writeAgentGit } from './agent-git.ts';
import { type Git, gitRefusal } from './git.ts';
import { unsettled } from './marks.ts';
import type { Refusal } from './refusal.ts';
import { deadlines } from './tunables.ts';
import type { Workspace } from './workspace.ts';
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
  const inTree = workspaceGit(git, workspace);
  const reset = await inTree(['reset', '--quiet', '--hard', commit], { deadlineMs: deadlines.copy });
  if (!reset.ok) return gitRefusal(`go back to ${commit.slice(0, 12)}`, reset);
  const args = cleaning[clean];
  const cleaned = args && (await inTree(args, { deadlineMs: deadlines.copy }));
  if (cleaned?.ok === false) return gitRefusal(`clean ${workspace.root}`, cleaned);
  await writeAgentGit(workspace, commit);
  unsettled.clear(workspace);
  return { ok: true };
}

const cleaning = {
  nothing: null,
  untracked: ['clean', '-ffdq'],
  everything: ['clean', '-ffdxq'],
} as const satisfies Record<Clean, readonly string[] | null>;
