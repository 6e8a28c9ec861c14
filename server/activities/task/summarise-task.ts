import type { summariseTask as contract } from '#lib/activities/task.ts';
import { summarise } from '#lib/agents/tasks/orchestrator.ts';
import type { Json } from '#lib/engine/json.ts';
import { counted } from '#lib/format/count.ts';
import { type ErrorCode, errorCodes } from '#lib/tasks/error-codes.ts';
import type { TaskSummary } from '#lib/tasks/summary.ts';
import { captureChanges } from '#server/workspace/capture-changes.ts';
import { commitIteration } from '#server/workspace/commit-iteration.ts';
import { fromDirectory, workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';
import { ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { ask } from './ask.ts';
import { openTaskTree, type TaskTree, taskInputOf } from './facts.ts';

const mostDiff = 40_000;

/**
 * Commits what was changed and says what it is, why, how it was verified, what is risky and how to undo it. What is not the
 * agent's to say, such as the outcome and the files, is ours; where it says nothing, the facts are the summary.
 */
export const summariseTask: Perform<typeof contract> = async ({ outcome, reason, code, steps }, context) => {
  const [{ request, ref }, tree] = await Promise.all([taskInputOf(context), openTaskTree(context)]);
  const diff = await diffText(tree);
  const given = await ask(context, summarise, { request, outcome, reason, diff, verification: reason });
  const words = given.outcome === 'answered' ? given.answer : null;
  const done = await committed(tree, words?.commit_message || request.slice(0, 72));
  const files = done?.files ?? [];
  const facts = `${counted(files.length, 'file')} changed, ${counted(steps.filter(({ status }) => status === 'done').length, 'step')} of ${steps.length} done`;
  const summary: TaskSummary = {
    outcome,
    reason,
    what: words?.summary ?? facts,
    why: words?.why ?? '',
    how_verified: reason,
    risks: words?.risks ?? [],
    files,
    undo:
      done === null
        ? 'nothing was changed'
        : `delete the branch of this run, or do not merge it: ${ref} itself was never touched`,
    commit_message: words?.commit_message ?? '',
    pull_request: words?.pull_request ?? '',
    next: code === null ? null : nextStep(code),
    trace_id: context.runId,
  };
  const { runId, activityId, iteration, host } = context;
  const hash = await host.artifacts.putJson(
    { runId, iteration, activityId, kind: 'report', name: 'summary' },
    JSON.parse(JSON.stringify(summary)) as Json,
  );
  return {
    summary: oneSentence(`${summary.what}${summary.next === null ? '' : `; next: ${summary.next}`}`),
    commit: done?.commit ?? null,
    files: files.length,
    evidence: [{ kind: 'artifact', id: hash, label: 'summary' }],
  };
};

/** A commit of everything that differs from the base, ignored files left out; null when nothing does. */
async function committed({ git, workspace }: TaskTree, message: string) {
  const listed = await workspaceGit(
    git,
    workspace,
  )([
    'ls-files',
    '-z',
    '--modified',
    '--deleted',
    '--others',
    '--exclude-standard',
    '--',
    workspace.subdirectory || '.',
  ]);
  if (!listed.ok) throw new ActivityFailure('E_IO', `git could not list what was changed: ${listed.trouble}`);
  const paths = [...new Set(zeroSeparated(listed.stdout))].flatMap((path) => fromDirectory(workspace, path) ?? []);
  if (paths.length === 0) return null;
  const made = await commitIteration(git, workspace, 1, message, { paths });
  return made.ok ? { commit: made.commit, files: paths } : null;
}

async function diffText({ git, workspace }: TaskTree): Promise<string> {
  const changes = await captureChanges(git, workspace);
  return changes.ok ? changes.bytes.toString('utf8').slice(0, mostDiff) : '';
}

function nextStep(code: string): string | null {
  return Object.hasOwn(errorCodes, code) ? errorCodes[code as ErrorCode] : null;
}
