import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { printDiff } from '#lib/diff/print-diff.ts';
import { counted } from '#lib/format/count.ts';
import { workspaceGit } from '#server/workspace/workspace-git.ts';
import type { TaskTree } from '../facts.ts';
import type { Used } from '../use-tool.ts';

/**
 * Applies a patch to the tree as it stands: all of it, or nothing. Git is given the patch as it was read when its risk was
 * judged, and refuses paths that lead out of the tree and through links.
 */
export async function applyPatchTool(
  { patch }: { readonly patch: string },
  { git, workspace }: TaskTree,
): Promise<Used> {
  const { files, problems } = parseDiff(patch);
  const [problem] = problems;
  if (problem !== undefined)
    return { code: 'E_INVALID_ARGS', summary: `the patch cannot be read: line ${problem.line}: ${problem.text}` };
  const file = join(workspace.folder, `${randomUUID()}.diff`);
  await writeFile(file, printDiff({ files }));
  try {
    const directory = workspace.subdirectory === '' ? [] : [`--directory=${workspace.subdirectory}`];
    const applied = await workspaceGit(git, workspace)(['apply', '--whitespace=nowarn', ...directory, file]);
    if (applied.ok) return { code: null, summary: `applied a patch to ${counted(files.length, 'file')}` };
    return {
      code: applied.stopped ? 'E_TOOL_TIMEOUT' : 'E_CONFLICT',
      summary: `the patch does not apply: ${applied.trouble}`,
    };
  } finally {
    await rm(file, { force: true });
  }
}
