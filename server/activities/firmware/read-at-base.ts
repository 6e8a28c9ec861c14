import type { AgentTask } from '#server/agents/agent.ts';
import { gitSteps } from '#server/workspace/git-steps.ts';
import { fromRoot, workspaceGit } from '#server/workspace/workspace-git.ts';

/** A file of the project as the base commit has it, so that it cannot change while the run goes on; null when it has none. */
export async function readAtBase(
  { git, workspace }: Pick<AgentTask, 'git' | 'workspace'>,
  path: string,
): Promise<string | null> {
  const blob = `${workspace.baseCommit}:${fromRoot(workspace, path)}`;
  const shown = await workspaceGit(
    git,
    workspace,
  )(gitSteps('git cat-file -e "$1" && git cat-file blob "$1" | base64', [blob]));
  return shown.ok ? Buffer.from(shown.stdout, 'base64').toString('utf8') : null;
}
