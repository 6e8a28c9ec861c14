import { basename } from 'node:path';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { fromRoot, workspaceGit } from '#server/workspace/workspace-git.ts';
import { type Agent, type AgentTask, free } from './agent.ts';

type PatchesConfig = Extract<AgentConfig, { use: 'patches' }>;

/** A candidate is a file of the base commit, so what is tried cannot change while the run goes on. */
interface Candidate {
  readonly source: string;
  readonly content: Buffer;
}

/** Takes the patches of a folder one after the other, in the order of their names: how a team tests other people's ideas. */
export const patchesAgent: Agent<PatchesConfig> = {
  async analyse(task) {
    const next = await nextCandidate(task);
    if (next === null) {
      const summary = `every patch of ${task.config.folder} has been tried`;
      return { outcome: 'analysed', hypotheses: [], confidence: 1, summary, usage: free };
    }
    const summary = `${basename(next.source)}: ${claimOf(next.content)}`;
    return { outcome: 'analysed', hypotheses: [summary], confidence: 1, summary, usage: free };
  },

  async propose(task) {
    const next = await nextCandidate(task);
    if (next === null) {
      const reason = `every patch of ${task.config.folder} has been tried (${task.proposed.length})`;
      return { outcome: 'gave-up', reason, usage: free };
    }
    const claim = claimOf(next.content);
    return {
      outcome: 'patch',
      source: next.source,
      summary: `${basename(next.source)}: ${claim}`,
      claim,
      diff: next.content,
      usage: free,
    };
  },
};

async function nextCandidate(task: AgentTask<PatchesConfig>): Promise<Candidate | null> {
  const git = workspaceGit(task.git, task.workspace);
  const folder = fromRoot(task.workspace, task.config.folder.replace(/\/+$/, ''));
  const listed = await git(['ls-tree', '-r', '-z', '--name-only', task.workspace.baseCommit, '--', `${folder}/`]);
  const names = listed.stdout.split('\0').filter((name) => /\.(patch|diff)$/.test(name));
  const source = names.sort().find((name) => !task.proposed.includes(name));
  if (source === undefined) return null;
  const shown = await git(['show', `${task.workspace.baseCommit}:${source}`]);
  return { source, content: Buffer.from(shown.stdout, 'utf8') };
}

/** The text before the diff: what the author says it mends. */
function claimOf(content: Buffer): string {
  const [head = ''] = content.toString('utf8').split(/^(?:diff --git |--- )/m);
  const claim = head.replace(/\s+/g, ' ').trim();
  return claim === '' ? 'no word of its author' : claim.slice(0, 1_000);
}
