import { basename } from 'node:path';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { pathOf } from '#lib/diff/parsed-diff.ts';
import { remember } from '#lib/remember.ts';
import { checkPatch } from '#server/workspace/check-patch.ts';
import { diffOntoEarlier, type EarlierDiff } from '#server/workspace/diff-onto-earlier.ts';
import type { Git } from '#server/workspace/git.ts';
import { gitSteps } from '#server/workspace/git-steps.ts';
import { patchInProject } from '#server/workspace/patch-in-project.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import { fromRoot, workspaceGit } from '#server/workspace/workspace-git.ts';
import { type Agent, type AgentTask, free } from './agent.ts';
import { noPatches, preparedPatches } from './prepared-patches.ts';

type PatchesConfig = Extract<AgentConfig, { use: 'patches' }>;

/** A candidate is a file of the base commit, so what is tried cannot change while the run goes on. Its paths are made the project's. */
interface Candidate {
  readonly source: string;
  readonly content: Buffer;
}

/** Takes the patches of a folder one after the other, in the order of their names: how a team tests other people's ideas. */
export const patchesAgent: Agent<PatchesConfig> = {
  isPrepared: true,

  async analyse(task) {
    const next = await nextCandidate(task);
    if (typeof next === 'string')
      return { outcome: 'gave-up', hypotheses: [], files: [], confidence: 1, summary: next, usage: free };
    const summary = inBrief(next);
    const files = parseDiff(next.content.toString('utf8')).files.map(pathOf);
    return { outcome: 'analysed', hypotheses: [summary], files, confidence: 1, summary, usage: free };
  },

  async propose(task) {
    const next = await nextCandidate(task);
    if (typeof next === 'string') return { outcome: 'gave-up', reason: next, usage: free };
    const claim = claimOf(next.content);
    const { diff, how } = await madeToFit(task, next.content);
    const summary = `${inBrief(next)}${how}`;
    return { outcome: 'patch', source: next.source, summary, claim, diff, usage: free };
  },
};

/** The next patch that was not proposed yet, or why there is none. */
async function nextCandidate({
  git,
  workspace,
  config,
  proposed,
}: AgentTask<PatchesConfig>): Promise<Candidate | string> {
  const inTree = workspaceGit(git, workspace);
  const { folder } = config;
  const { baseCommit: commit, subdirectory } = workspace;
  const names = await preparedPatches(inTree, commit, fromRoot(workspace, folder));
  if (names.length === 0) return noPatches(folder, commit);
  const source = names.toSorted().find((name) => !proposed.includes(name));
  if (source === undefined) return `no patches are left in the folder ${folder} (${names.length} tried)`;
  const content = await contents(`${commit}:${source} in ${subdirectory}`, async () => {
    const shown = await inTree(gitSteps('git cat-file blob "$1" | base64', [`${commit}:${source}`]));
    if (!shown.ok) throw new Error(`git could not read ${source}: ${shown.trouble}`);
    return await patchInProject(inTree, { commit, subdirectory }, Buffer.from(shown.stdout, 'base64'));
  });
  return { source, content };
}

/** What a commit holds never changes. An analysis and the proposal after it look at the same candidate. */
const contents = remember<Buffer>(20);

/**
 * The patches of a folder are independent ideas, made on the base: one that was kept although it brought nothing must
 * neither keep the next one out nor be part of its result.
 */
async function madeToFit(
  { git, workspace, gain }: AgentTask<PatchesConfig>,
  content: Buffer,
): Promise<{ diff: Buffer; how: string }> {
  const gained = await gain();
  const onGain = gained === null ? null : await diffOntoEarlier(git, workspace, content, [gained]);
  const earlier = onGain ?? (await whereItFits(git, workspace, content));
  if (earlier === null) return { diff: content, how: '' };
  const tree = earlier.commit === workspace.baseCommit ? 'the base' : `commit ${earlier.commit.slice(0, 12)}`;
  return { diff: earlier.diff, how: ` (takes back what was changed since ${tree})` };
}

async function whereItFits(git: Git, workspace: Workspace, content: Buffer): Promise<EarlierDiff | null> {
  const fit = await checkPatch(git, workspace, content);
  return !fit.ok && fit.code === 'DRIFTED' ? await diffOntoEarlier(git, workspace, content) : null;
}

/** The file's name with what its author says, if anything. */
function inBrief({ source, content }: Candidate): string {
  return [basename(source), claimOf(content)].filter(Boolean).join(': ');
}

/** The text before the diff: what the author says it mends; empty where there is none. */
function claimOf(content: Buffer): string {
  const [head = ''] = content.toString('utf8').split(/^(?:diff --git |--- )/m);
  return head.replace(/\s+/g, ' ').trim().slice(0, 1_000);
}
