import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { archivePrd as contract } from '#lib/activities/prd.ts';
import { counted } from '#lib/format/count.ts';
import { activeContextFile } from '#lib/prd/active-context.ts';
import { archiveFiles, archiveFolder, type TaskResult } from '#lib/prd/archive.ts';
import type { Prd } from '#lib/prd/prd.ts';
import type { TaskStatus } from '#lib/prd/states.ts';
import { pathInside } from '#server/environments/path-inside.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import { verificationsOf } from '#server/store/prd/verifications.ts';
import { commitIteration } from '#server/workspace/commit-iteration.ts';
import { patchFile } from '#server/workspace/diff-between.ts';
import { fromRoot, workspaceGit } from '#server/workspace/workspace-git.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { keepIteration } from '../firmware/keep-bundles.ts';
import type { OpenedTree } from '../firmware/workspace.ts';
import type { Perform } from '../perform.ts';
import { writeContextFile } from './context-file.ts';
import { prdInputOf, prdOf, prdTreeAt } from './facts.ts';
import { contextText } from './note-context.ts';

const taskRecord = z.object({ commit: z.string().nullable().default(null), fixes: z.int().default(0) });

/** Writes document, tasks, diffs and results into the project's archive, and commits them with a session that says IDLE. */
export const archivePrd: Perform<typeof contract> = async (
  { prdId, statuses, tree: commit, n, last_checkpoint },
  context,
) => {
  const [document, { archive }, tree] = await Promise.all([
    prdOf(context, prdId),
    prdInputOf(context),
    prdTreeAt(context, commit),
  ]);
  const { git, workspace } = tree;
  const results = await resultsOf(context, statuses);
  const files = archiveFiles({
    session: context.runId,
    document,
    results,
    verifications: await verificationsOf(context.host.pool, context.runId),
    diffs: await diffsOf(tree, results),
  });
  const folder = `${archive}/${archiveFolder(context.runId, document)}`;
  await write(tree, folder, files);
  const head = { task_status: 'IDLE', auto_fix_attempts: 0, last_checkpoint } as const;
  await writeContextFile(workspace, await contextText(context, { ...head, prdId, statuses }));
  const paths = [...[...files.keys()].map((name) => `${folder}/${name}`), ...(await contextPaths(tree))];
  const committed = await commitIteration(git, workspace, n, `Archive "${document.title}"`, { paths });
  if (!committed.ok) throw new ActivityFailure('E_IO', committed.reason);
  await keepIteration(context, tree, n);
  const hash = await fileArchive(context, document, files);
  return {
    commit: committed.commit,
    summary: `${counted(files.size, 'file')} in ${folder}`.slice(0, 400),
    evidence: [{ kind: 'artifact', id: hash, label: 'document' }],
  };
};

async function resultsOf({ host, runId }: ActivityContext, statuses: readonly TaskStatus[]): Promise<TaskResult[]> {
  const rows = await recordsOf(host.pool, runId, 'task');
  return statuses.map((status, at) => ({ status, ...taskRecord.parse(rows[at] ?? {}) }));
}

/** What each task has changed: from the checkpoint before it to its own. */
async function diffsOf({ git, workspace }: OpenedTree, results: readonly TaskResult[]): Promise<(Buffer | null)[]> {
  let before = workspace.baseCommit;
  const diffs: (Buffer | null)[] = [];
  for (const { status, commit } of results) {
    if (status !== 'done' || commit === null || commit === before) {
      diffs.push(null);
      continue;
    }
    const diff = await patchFile(git, workspace, before, commit);
    if (!diff.ok) throw new ActivityFailure('E_IO', diff.reason);
    diffs.push(diff.bytes);
    before = commit;
  }
  return diffs;
}

/** A folder that cannot be made, or leads out of the project, is nothing that a second try mends. */
async function write(
  { workspace }: OpenedTree,
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<void> {
  try {
    const root = join(workspace.directory, folder);
    await mkdir(join(root, 'diffs'), { recursive: true });
    if (pathInside(workspace.root, root) === null) throw new Error(`${folder} leads out of the project`);
    for (const [name, content] of files) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), content);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message.replaceAll(workspace.root, '') : String(error);
    throw new ActivityFailure('E_IO', `the archive could not be written: ${why}`, { final: true, cause: error });
  }
}

/** A project that ignores the file wants it in no commit. */
async function contextPaths({ git, workspace }: OpenedTree): Promise<string[]> {
  const ignored = await workspaceGit(
    git,
    workspace,
  )(['check-ignore', '--quiet', fromRoot(workspace, activeContextFile)]);
  return ignored.ok ? [] : [activeContextFile];
}

async function fileArchive(
  { host, runId, activityId, iteration }: ActivityContext,
  { title }: Prd,
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<string> {
  const filing = { runId, iteration, activityId, kind: 'report' } as const;
  let first = '';
  for (const [name, content] of files) {
    const hash = await host.artifacts.put(
      { ...filing, name: `archive/${name}` },
      typeof content === 'string' ? content : Buffer.from(content),
    );
    if (name === 'prd.md') first = hash;
  }
  if (first === '') throw new Error(`the archive of "${title}" has no document`);
  return first;
}
