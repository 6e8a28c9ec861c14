import type { cleanUpWorkflow as contract } from '#lib/activities/workflow.ts';
import { counted } from '#lib/format/count.ts';
import { stopKernel } from '#server/notebook/kernel-process.ts';
import { commitTree } from '#server/workspace/commit-tree.ts';
import { patchFile } from '#server/workspace/diff-between.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { writeFileTool } from '../task/tools/files.ts';
import { openWorkflowTree, workflowInputOf } from './facts.ts';
import { fileNotebook } from './keep-notebook.ts';

/** Stops the kernel and what it has started. At an end the notebook and the files that cells have written are committed. */
export const cleanUpWorkflow: Perform<typeof contract> = async ({ place, ends }, context) => {
  const [tree, input] = await Promise.all([openWorkflowTree(context), workflowInputOf(context)]);
  const stopped = await stopKernel({ runId: context.runId, folder: tree.workspace.folder });
  const kernel = stopped === 0 ? 'no kernel was running' : 'the kernel is stopped';
  if (!ends || place.round === 0) return { stopped, commit: null, patch: null, summary: kernel, evidence: [] };
  const notebook = await fileNotebook(context, place.round);
  // Only now: a cell that still runs could put a link in the way.
  const written = await writeFileTool({ path: input.notebook.file, content: notebook.text }, tree);
  if (written.code !== null) context.log.say(`the notebook is not in the tree: ${written.summary}`);
  const { commit, paths } = await committed(context, place.round);
  const made = commit === null ? 'nothing was made' : `${counted(paths.length, 'file')} committed`;
  return {
    stopped,
    commit,
    patch: commit === null ? null : await patchTo(context, commit),
    summary: oneSentence(`${kernel}; the notebook has ${counted(notebook.cells, 'cell')}, ${made}`),
    evidence: [{ kind: 'artifact', id: notebook.id, label: 'notebook' }],
  };
};

async function committed(context: ActivityContext, round: number) {
  const [{ goal }, { git, workspace }] = await Promise.all([workflowInputOf(context), openWorkflowTree(context)]);
  const message = goal.split('\n')[0]?.slice(0, 72) ?? 'Notebook';
  const made = await commitTree(git, workspace, round, message);
  if (!made.ok) throw new ActivityFailure('WORKSPACE', made.reason);
  return made;
}

/** The difference from the base, for who has no branch to take. */
async function patchTo(context: ActivityContext, commit: string): Promise<string | null> {
  const { git, workspace } = await openWorkflowTree(context);
  const diff = await patchFile(git, workspace, workspace.baseCommit, commit);
  if (!diff.ok) return null;
  const { runId, iteration, activityId, host } = context;
  return await host.artifacts.put({ runId, iteration, activityId, kind: 'patch', name: 'result.patch' }, diff.bytes, {
    mediaType: 'text/x-diff',
  });
}
