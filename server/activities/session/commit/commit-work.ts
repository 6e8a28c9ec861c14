import type { z } from 'zod';
import type { commitWork as contract } from '#lib/activities/session.ts';
import { counted } from '#lib/format/count.ts';
import { writeAgentGit } from '#server/workspace/agent-git.ts';
import { readRef } from '#server/workspace/refs.ts';
import { headRef } from '#server/workspace/workspace.ts';
import { workspaceGit } from '#server/workspace/workspace-git.ts';
import type { ActivityContext } from '../../context.ts';
import { oneSentence } from '../../one-sentence.ts';
import type { Perform } from '../../perform.ts';
import { keepWork, openSessionTree, type SessionTree, sessionInputOf } from '../facts.ts';
import { keepText, textOf } from '../keep-text.ts';
import { openTranscript } from '../transcript.ts';
import { commitInTree } from './commit-in-tree.ts';
import { markedFiles } from './conflict-markers.ts';
import { mergeBranch } from './merge-branch.ts';

type Answer = z.input<typeof contract.output>;

/** Commits the work as it lies there, then brings it together with its branch. However it ends, nothing of it is lost. */
export const commitWork: Perform<typeof contract> = async ({ tree: standing, messageId, merging }, context) => {
  const tree = await openSessionTree(context, standing);
  const answer = await committed(context, tree, {
    onto: standing.commit ?? tree.workspace.baseCommit,
    had: standing.commit,
    message: await textOf(context, messageId),
    merging,
  });
  const transcript = openTranscript(context, context.iteration);
  transcript.add({ conversation: 'brain', kind: 'check', subject: `commit: ${answer.outcome}`, text: answer.reason });
  await transcript.close();
  return answer;
};

interface Wanted {
  readonly onto: string;
  readonly had: string | null;
  readonly message: string;
  readonly merging: string | null;
}

async function committed(context: ActivityContext, tree: SessionTree, wanted: Wanted): Promise<Answer> {
  const { git, workspace } = tree;
  const { repository, ref } = await sessionInputOf(context);
  const branch = await branchNamed(tree, repository.path, ref);
  const { onto, had, message, merging } = wanted;
  const kept = readRef(workspace, headRef(workspace.runId));
  // Cut off after its commit, an earlier attempt has left only the telling of it.
  const made = kept !== null && kept !== onto ? kept : null;
  const changes = await keepWork(context, tree, `commit-${context.activityId}.patch`);
  if (changes !== null && made === null) {
    const marked = await markedFiles(workspace.directory, changes.files);
    if (marked.length > 0)
      return await refused(context, tree, {
        outcome: 'conflict',
        commit: had,
        merging,
        reason: `markers of a conflict are left in ${marked.slice(0, 5).join(', ')}`,
        output: `Resolve these conflicts:\n${marked.join('\n')}`,
      });
    const answer = await commitInTree(context, git, workspace, {
      repository: repository.path,
      branch,
      message,
      onto,
      merging,
    });
    if (answer.outcome !== 'committed') {
      const { ran, outcome } = answer;
      const reason =
        outcome === 'hook' ? `a hook refused the commit (${ran.reason})` : `git refused the commit (${ran.reason})`;
      return await refused(context, tree, { outcome, commit: had, merging, reason, output: ran.tail });
    }
    return await after(context, tree, {
      commit: answer.commit,
      onto,
      branch,
      files: changes.files.length,
      isRetold: false,
    });
  }
  if (made === null && had === null) return { outcome: 'nothing', reason: 'nothing was changed' };
  return await after(context, tree, { commit: made ?? onto, onto, branch, files: 0, isRetold: made !== null });
}

interface Done {
  readonly commit: string;
  readonly onto: string;
  readonly branch: string | null;
  readonly files: number;
  /** Made by an attempt that was cut off, which may have merged it: it is checked again. */
  readonly isRetold: boolean;
}

/** After the commit: what a hook has changed behind it, and what the branch has got meanwhile. */
async function after(
  context: ActivityContext,
  tree: SessionTree,
  { commit, onto, branch, files, isRetold }: Done,
): Promise<Answer> {
  const { git, workspace } = tree;
  const { repository, ref } = await sessionInputOf(context);
  const evidence = [{ kind: 'commit' as const, id: commit, label: 'the commit' }];
  const dirty = await keepWork(context, tree, `left-${context.activityId}.patch`);
  if (dirty !== null)
    return await refused(context, tree, {
      outcome: 'hook',
      commit,
      merging: null,
      reason: `${commit.slice(0, 12)} is made, but the tree is dirty: ${dirty.files.slice(0, 5).join(', ')} changed behind it`,
      output: `Changed after they were added to the commit, by a hook or a tool:\n${dirty.files.join('\n')}\nSee whether these changes are wanted.`,
    });
  const merge = await mergeBranch(git, workspace, { repository: repository.path, branch, commit });
  const said = `committed ${counted(files, 'file')} as ${commit.slice(0, 12)}`;
  switch (merge.outcome) {
    case 'not-needed': {
      const detached = branch === null ? `; ${ref.slice(0, 40)} is no branch, so it becomes one of its own` : '';
      const reason = commit === onto ? `${commit.slice(0, 12)} is committed` : `${said}${detached}`;
      return { outcome: 'committed', commit, files, merged: isRetold, reason: oneSentence(reason), evidence };
    }
    case 'merged':
      return await takeMerge(context, tree, { ...merge, said, branch, files });
    case 'conflict':
      return await refused(context, tree, {
        outcome: 'conflict',
        commit,
        merging: merge.merging,
        reason: `${said}; ${branch ?? ref} has moved, and ${counted(merge.files.length, 'file')} conflict: ${merge.files.slice(0, 5).join(', ')}`,
        output: `The branch ${branch ?? ref} has moved. Conflicts, with their markers in:\n${merge.files.join('\n')}`,
      });
    case 'failed':
      return await refused(context, tree, {
        outcome: 'failed',
        commit,
        merging: null,
        reason: merge.reason,
        output: '',
      });
  }
}

async function takeMerge(
  context: ActivityContext,
  tree: SessionTree,
  { commit, said, branch, files }: { commit: string; said: string; branch: string | null; files: number },
): Promise<Answer> {
  const { git, workspace } = tree;
  const inTree = workspaceGit(git, workspace);
  const placed = await inTree(['read-tree', '--reset', '-u', commit]);
  const kept = await inTree(['update-ref', headRef(workspace.runId), commit]);
  if (!placed.ok || !kept.ok)
    return await refused(context, tree, {
      outcome: 'failed',
      commit: null,
      merging: null,
      reason: `the merge cannot be written: ${placed.ok ? kept.trouble : placed.trouble}`,
      output: '',
    });
  await writeAgentGit(workspace, commit);
  return {
    outcome: 'committed',
    commit,
    files,
    merged: true,
    reason: oneSentence(`${said} and merged with ${branch ?? 'its branch'}, which had moved`),
    evidence: [{ kind: 'commit', id: commit, label: 'the merge' }],
  };
}

interface Refusal {
  readonly outcome: 'hook' | 'conflict' | 'failed';
  readonly commit: string | null;
  readonly merging: string | null;
  readonly reason: string;
  readonly output: string;
}

async function refused(
  context: ActivityContext,
  tree: SessionTree,
  { outcome, commit, merging, reason, output }: Refusal,
): Promise<Answer> {
  const kept = await keepWork(context, tree, `after-${context.activityId}.patch`);
  return {
    outcome,
    commit,
    merging,
    work: kept?.work ?? null,
    reason: oneSentence(reason),
    outputId: output === '' ? null : await keepText(context, 'commit-output', output),
    evidence: [{ kind: 'log', id: context.activityId, label: 'output of the commit' }],
  };
}

/** Null where the run began on a commit that is no branch: a detached head. */
async function branchNamed({ git }: SessionTree, repository: string, ref: string): Promise<string | null> {
  const found = await git(['rev-parse', '--verify', '--quiet', `refs/heads/${ref}`], { cwd: repository });
  return found.ok ? ref : null;
}
