import type { useTool as contract } from '#lib/activities/task.ts';
import { type ErrorCode, errorCodeOf } from '#lib/tasks/error-codes.ts';
import { riskOf, type ToolCall, type ToolName } from '#lib/tasks/tools.ts';
import { inversePatch } from '#server/workspace/inverse-patch.ts';
import { takeSnapshot } from '#server/workspace/snapshots.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { openTaskTree, planOf, type TaskTree, taskInputOf } from './facts.ts';
import { applyPatchTool } from './tools/apply-patch.ts';
import { deleteFileTool, writeFileTool } from './tools/files.ts';
import { runCommandTool } from './tools/run-command.ts';

/** How a tool came out; a code means that it did not do what was asked, and the sentence says why. */
export interface Used {
  readonly code: ErrorCode | null;
  readonly summary: string;
}

type Tool<Name extends ToolName> = (
  args: Extract<ToolCall, { tool: Name }>['args'],
  tree: TaskTree,
  context: ActivityContext,
) => Promise<Used>;

type ChangingTool = Exclude<ToolName, 'read_file' | 'search'>;

const changing: { readonly [Name in ChangingTool]: Tool<Name> } = {
  apply_patch: applyPatchTool,
  write_file: writeFileTool,
  delete_file: deleteFileTool,
  run_terminal_cmd: runCommandTool,
};

/**
 * Uses a tool that changes something. What undoes it is on disk before it begins, so that a crash in between leaves nothing
 * that undo does not know; what it would take to undo it is kept beside the run as a patch to read.
 */
export const useTool: Perform<typeof contract> = async ({ planId, step, call }, context) => {
  const [{ permissions }, plan, tree] = await Promise.all([
    taskInputOf(context),
    planOf(context, planId),
    openTaskTree(context),
  ]);
  const wanted = plan.steps[step]?.tool_calls[call];
  if (wanted === undefined || wanted.tool === 'read_file' || wanted.tool === 'search')
    return answered({ code: 'E_INVALID_ARGS', summary: 'the plan has no such call of a tool that changes something' });
  // The last door: whatever the machine was told, the project's word on this very call stands.
  if (permissions[riskOf(wanted)] === 'deny')
    return answered({ code: 'E_POLICY_DENIED', summary: `the project does not allow ${wanted.tool} here` });
  const before = await takeSnapshot(tree.workspace, { planId, step, call, tool: wanted.tool });
  if (!before.ok) throw new ActivityFailure(errorCodeOf('E_IO'), before.reason, { final: true });
  const used = await use(wanted, tree, context);
  const printed =
    wanted.tool === 'run_terminal_cmd'
      ? [{ kind: 'log' as const, id: context.activityId, label: 'what it printed' }]
      : [];
  const inverse = await inversePatch(tree.git, tree.workspace, before);
  if (inverse === null || inverse.length === 0) return answered(used, printed);
  const { host, runId, activityId, iteration } = context;
  const hash = await host.artifacts.put(
    { runId, iteration, activityId, kind: 'patch', name: `undo-${String(before.n).padStart(5, '0')}.patch` },
    inverse,
    { mediaType: 'text/x-diff' },
  );
  return answered(used, [...printed, { kind: 'artifact', id: hash, label: 'what undoes it' }]);
};

async function use(wanted: Extract<ToolCall, { tool: ChangingTool }>, tree: TaskTree, context: ActivityContext) {
  switch (wanted.tool) {
    case 'apply_patch':
      return await changing.apply_patch(wanted.args, tree, context);
    case 'write_file':
      return await changing.write_file(wanted.args, tree, context);
    case 'delete_file':
      return await changing.delete_file(wanted.args, tree, context);
    case 'run_terminal_cmd':
      return await changing.run_terminal_cmd(wanted.args, tree, context);
  }
}

function answered({ code, summary }: Used, evidence: { kind: 'artifact' | 'log'; id: string; label: string }[] = []) {
  return { ok: code === null, code, summary: oneSentence(summary), evidence };
}
