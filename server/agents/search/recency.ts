import { type LineKey, lineKey } from '#lib/repair/localise/spectrum.ts';
import { fromRoot, workspaceGit } from '#server/workspace/workspace-git.ts';
import type { AgentTask } from '../agent.ts';

/** How lately each line of the files was changed, from 0 for the oldest to 1 for the latest; empty where all are of one age. */
export async function recencyOf(
  { git, workspace }: AgentTask,
  paths: readonly string[],
): Promise<Map<LineKey, number>> {
  const times = new Map<LineKey, number>();
  for (const path of paths) {
    const blamed = await workspaceGit(
      git,
      workspace,
    )(['blame', '--line-porcelain', workspace.baseCommit, '--', fromRoot(workspace, path)]);
    let line = 0;
    for (const text of blamed.ok ? blamed.stdout.split('\n') : []) {
      const [, at] = /^[0-9a-f]{40} \d+ (\d+)/.exec(text) ?? [];
      if (at !== undefined) line = Number(at);
      const [, time] = /^committer-time (\d+)$/.exec(text) ?? [];
      if (time !== undefined) times.set(lineKey(path, line), Number(time));
    }
  }
  const all = [...times.values()];
  const [oldest, latest] = [Math.min(...all), Math.max(...all)];
  if (all.length === 0 || oldest === latest) return new Map();
  return new Map([...times].map(([key, time]) => [key, (time - oldest) / (latest - oldest)]));
}
