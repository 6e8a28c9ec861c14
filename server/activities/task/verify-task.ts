import type { verifyTask as contract } from '#lib/activities/task.ts';
import { counted } from '#lib/format/count.ts';
import type { VerificationPolicy } from '#lib/tasks/plan.ts';
import { takeSnapshot } from '#server/workspace/snapshots.ts';
import { ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { openTaskTree, planOf, taskInputOf } from './facts.ts';
import { runCommandTool } from './tools/run-command.ts';

const secondsEach = 1_800;

/** What snapshots call the verification: what only it has made is no result of a task. */
export const verification = 'verification';

/** Runs the verification's commands: the plan's own, else those of the project for its mode. */
export const verifyTask: Perform<typeof contract> = async ({ planId }, context) => {
  const [{ verify, permissions }, { verification: policy, steps }, tree] = await Promise.all([
    taskInputOf(context),
    planOf(context, planId),
    openTaskTree(context),
  ]);
  const commands = commandsOf(policy, verify);
  // The last door: whatever the machine was told, the project's word on commands of the plan's own stands.
  if (permissions.execute === 'deny' && commands.some((command) => !Object.values(verify).includes(command)))
    return {
      ok: false,
      ran: 0,
      failed: 0,
      summary: 'the project does not allow the commands of the plan',
      evidence: [],
    };
  const before = { planId, step: steps.length, call: 0, tool: verification };
  const kept = commands.length === 0 ? null : await takeSnapshot(tree.workspace, before);
  if (kept?.ok === false) throw new ActivityFailure('E_IO', kept.reason);
  const failed: string[] = [];
  let ran = 0;
  for (const command of commands) {
    ran += 1;
    const used = await runCommandTool({ command, timeout: secondsEach, network: false }, tree, context);
    if (used.code === null) continue;
    failed.push(used.summary);
    if (policy.stop_on_fail) break;
  }
  const nothing = commands.length === 0;
  const summary = nothing
    ? `there is no command to verify by ${policy.mode}`
    : failed.length === 0
      ? `${counted(ran, 'command')} of the verification passed`
      : failed.join('; ');
  return {
    // What was not checked has not been shown to be right.
    ok: !nothing && failed.length === 0,
    ran,
    failed: failed.length,
    summary: oneSentence(summary),
    evidence: nothing ? [] : [{ kind: 'log', id: context.activityId, label: 'output of the verification' }],
  };
};

function commandsOf(
  { mode, commands }: VerificationPolicy,
  project: { readonly [Mode in 'lint' | 'test' | 'build']?: string | undefined },
): readonly string[] {
  if (commands.length > 0 || mode === 'none' || mode === 'custom') return commands;
  const own = project[mode];
  return own === undefined ? [] : [own];
}
