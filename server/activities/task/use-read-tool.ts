import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { useReadTool as contract } from '#lib/activities/task.ts';
import { counted } from '#lib/format/count.ts';
import type { ErrorCode } from '#lib/tasks/error-codes.ts';
import { pathInside } from '#server/environments/path-inside.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { openTaskTree, planOf } from './facts.ts';
import { searchTree } from './search-tree.ts';

/** Reads what the plan says. What was found is kept beside the run, where the next plan and people read it. */
export const useReadTool: Perform<typeof contract> = async ({ planId, step, call }, context) => {
  const [plan, { workspace }] = await Promise.all([planOf(context, planId), openTaskTree(context)]);
  const wanted = plan.steps[step]?.tool_calls[call];
  if (wanted?.tool === 'search') {
    const outside = await firstOutside(workspace, wanted.args.paths);
    if (outside !== null) return refused('E_IO', `${outside} is not there, or leads out of the project`);
    const found = await searchTree(context, workspace, wanted.args);
    if (!found.ok) return refused(found.code, `the search could not be made: ${found.reason}`);
    const { hits, program, text, isCut } = found;
    return await kept(context, `${counted(hits, 'hit')} of ${program}${isCut ? ', the first of them kept' : ''}`, text);
  }
  if (wanted?.tool !== 'read_file') return refused('E_INVALID_ARGS', 'the plan has no such call of a tool that reads');
  const { path, first_line = 1, last_line } = wanted.args;
  const file = pathInside(workspace.root, join(workspace.directory, path));
  if (file === null) return refused('E_IO', `${path} is not there, or leads out of the project`);
  const seen = await stat(file);
  // A pipe would be waited for.
  if (!seen.isFile()) return refused('E_IO', `${path} is no file`);
  if (seen.size > largestFile)
    return refused('E_IO', `${path} is larger than ${largestFile / 1e6} MB: search it instead`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (typeof text !== 'string') return refused('E_IO', `${path} cannot be read: ${text.code ?? text.message}`);
  const lines = text.split('\n').slice(first_line - 1, last_line);
  return await kept(context, `${counted(lines.length, 'line')} of ${path}`, lines.join('\n'));
};

/** Bytes; what is read is kept whole beside the run. */
const largestFile = 10_000_000;

async function firstOutside({ root, directory }: Workspace, paths: readonly string[]): Promise<string | null> {
  for (const path of paths)
    if (resolve(directory, path) !== root && pathInside(root, join(directory, path)) === null) return path;
  return null;
}

async function kept({ host, runId, activityId, iteration }: ActivityContext, summary: string, text: string) {
  const hash = await host.artifacts.put(
    { runId, iteration, activityId, kind: 'file', name: `read-${activityId}.txt` },
    text,
  );
  return {
    ok: true,
    code: null,
    summary: oneSentence(summary),
    evidence: [{ kind: 'artifact' as const, id: hash, label: 'what was read' }],
  };
}

function refused(code: ErrorCode, summary: string) {
  return { ok: false, code, summary: oneSentence(summary), evidence: [] };
}
