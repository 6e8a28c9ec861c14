import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { attachArtifacts as contract } from '#lib/activities/results.ts';
import { filesMatching } from '#server/results/files-matching.ts';
import { patchFile } from '#server/workspace/diff-between.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';
import type { Perform } from '../perform.ts';
import { configOf } from './run-facts.ts';
import { openTree } from './workspace.ts';

const largestKeptBytes = 64 * 1024 * 1024;

export const attachArtifacts: Perform<typeof contract> = async ({ iteration, base, commit }, context) => {
  const config = await configOf(context);
  const { git, workspace } = await openTree(context);
  const files = await keepFiles(context, workspace, config.build.artifacts);
  if (commit === base)
    return { ok: true, artifacts: files, patchId: null, reason: 'the tree is the base', evidence: [] };
  const patch = await patchFile(git, workspace, base, commit);
  const filing = { runId: context.runId, iteration, activityId: context.activityId };
  if (!patch.ok)
    return { ok: false, artifacts: files, patchId: null, reason: patch.reason.slice(0, 400), evidence: [] };
  const patchId = await context.host.artifacts.put(
    { ...filing, kind: 'patch', name: 'since-base.patch' },
    patch.bytes,
    {
      raw: true,
      mediaType: 'text/x-diff',
      withEnd: true,
    },
  );
  return {
    ok: true,
    artifacts: files + 1,
    patchId,
    reason: 'the diff of the iteration is kept',
    evidence: [{ kind: 'artifact', id: patchId, label: 'diff since the base' }],
  };
};

async function keepFiles(context: ActivityContext, workspace: Workspace, patterns: readonly string[]): Promise<number> {
  const files = await filesMatching(workspace.directory, patterns);
  for (const name of files) {
    const path = join(workspace.directory, name);
    if ((await stat(path)).size > largestKeptBytes) {
      context.log.say(`not kept, larger than ${largestKeptBytes / 1024 / 1024} MB: ${name}`);
      continue;
    }
    const { runId, iteration, activityId } = context;
    await context.host.artifacts.put({ runId, iteration, kind: 'file', name, activityId }, await readFile(path), {
      raw: true,
      mediaType: 'application/octet-stream',
    });
  }
  return files.length;
}
