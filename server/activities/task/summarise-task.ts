import type { summariseTask as contract } from '#lib/activities/task.ts';
import { summarise } from '#lib/agents/tasks/orchestrator.ts';
import type { Json } from '#lib/engine/json.ts';
import { counted } from '#lib/format/count.ts';
import { type ErrorCode, errorCodes } from '#lib/tasks/error-codes.ts';
import type { TaskSummary } from '#lib/tasks/summary.ts';
import { captureChanges } from '#server/workspace/capture-changes.ts';
import { commitTree } from '#server/workspace/commit-tree.ts';
import { plainDiff } from '#server/workspace/diff-between.ts';
import { madeWhile } from '#server/workspace/made-while.ts';
import { workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { ask } from './ask.ts';
import { openTaskTree, type TaskTree, taskInputOf } from './facts.ts';
import { verification } from './verify-task.ts';

const mostDiff = 40_000;

/**
 * Commits what was changed, without what only the verification has made, and says what it is, why, how it was verified, what is risky and how to undo it. What is not the
 * agent's to say, such as the outcome and the files, is ours; where it says nothing, the facts are the summary.
 */
export const summariseTask: Perform<typeof contract> = async ({ outcome, reason, code, steps }, context) => {
  const [{ request, ref }, tree] = await Promise.all([taskInputOf(context), openTaskTree(context)]);
  const diff = await diffText(tree);
  const given = await ask(context, summarise, { request, outcome, reason, diff, verification: reason });
  const words = given.outcome === 'answered' ? given.answer : null;
  const products = await madeWhile(tree.workspace, ({ tool }) => tool === verification);
  const message = words?.commit_message || request.slice(0, 72);
  const made = await commitTree(tree.git, tree.workspace, 1, message, products);
  const files = made.ok && made.commit !== null ? await changedFiles(tree, made.commit) : [];
  const trouble = made.ok ? null : oneSentence(made.reason);
  const facts = `${counted(files.length, 'file')} changed, ${counted(steps.filter(({ status }) => status === 'done').length, 'step')} of ${steps.length} done`;
  const summary: TaskSummary = {
    // What could not be kept was not done.
    outcome: trouble !== null && outcome === 'completed' ? 'blocked' : outcome,
    reason: trouble === null ? reason : `${trouble}; before that: ${reason}`,
    what: words?.summary ?? facts,
    why: words?.why ?? '',
    how_verified: reason,
    risks: words?.risks ?? [],
    files,
    undo: made.ok
      ? howToUndo(made.commit, ref)
      : `nothing is to be undone: nothing was kept, and ${ref} was never touched`,
    commit_message: words?.commit_message ?? '',
    pull_request: words?.pull_request ?? '',
    next: made.ok ? (code === null ? null : nextStep(code)) : made.next,
    trace_id: context.runId,
  };
  const { runId, activityId, iteration, host } = context;
  const hash = await host.artifacts.putJson(
    { runId, iteration, activityId, kind: 'report', name: 'summary' },
    JSON.parse(JSON.stringify(summary)) as Json,
  );
  return {
    summary: oneSentence(`${summary.what}${summary.next === null ? '' : `; next: ${summary.next}`}`),
    commit: made.ok ? made.commit : null,
    files: files.length,
    trouble,
    evidence: [{ kind: 'artifact', id: hash, label: 'summary' }],
  };
};

function howToUndo(commit: string | null, ref: string): string {
  if (commit === null) return 'nothing was changed';
  return `delete the branch of this run, or do not merge it: ${ref} itself was never touched`;
}

/** Against the base, not the last commit: a summary that is made again finds its work committed. */
async function changedFiles({ git, workspace }: TaskTree, commit: string): Promise<string[]> {
  const listed = await workspaceGit(
    git,
    workspace,
  )(['diff', ...plainDiff(workspace), '--name-only', '-z', workspace.baseCommit, commit]);
  return zeroSeparated(listed.stdout);
}

async function diffText({ git, workspace }: TaskTree): Promise<string> {
  const changes = await captureChanges(git, workspace);
  return changes.ok ? changes.bytes.toString('utf8').slice(0, mostDiff) : '';
}

function nextStep(code: string): string | null {
  return Object.hasOwn(errorCodes, code) ? errorCodes[code as ErrorCode] : null;
}
