import type { TaskOrchestratorConfig } from '#lib/config/task-orchestrator.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { type TaskOrchestratorInput, taskOrchestratorInput } from '#lib/machines/task-orchestrator/input.ts';
import { type ToolRisk, toolRisks } from '#lib/tasks/tools.ts';
import { delivery } from './delivery.ts';
import type { LaunchPlace } from './loop-input.ts';
import type { FewChoices, InputAnswer } from './machine-launch.ts';

const minutes = (milliseconds: number): number => milliseconds / 60_000;

/** The input of a task from the project's file with a launch's choices over it. */
export function toTaskInput(
  config: TaskOrchestratorConfig,
  place: LaunchPlace,
  choices: FewChoices,
): InputAnswer<TaskOrchestratorInput> {
  const request = choices.goal ?? config.request;
  if (request === undefined)
    return { ok: false, reason: 'nothing is asked for: say it with --goal, or as `request` in firmloop.yaml' };
  const { repository, subdirectory, baseCommit, ref } = place;
  const { limits } = config;
  const folder = `${repository}/${subdirectory}`.split('/').filter(Boolean).at(-1) ?? 'project';
  const parsed = taskOrchestratorInput.safeParse({
    project: config.name ?? folder.slice(0, 80),
    repository: { path: repository, ...(subdirectory !== '' && { subdirectory }) },
    ref,
    baseCommit,
    request,
    agents: config.agents,
    verify: config.verify,
    mode: choices.mode ?? config.mode,
    permissions: config.permissions,
    limits: {
      timeout_minutes: choices.timeoutMinutes ?? limits.timeout_minutes,
      answer_minutes: minutes(limits.answer_within),
      confirm_minutes: minutes(limits.confirm_within),
      repairs_per_step: limits.repairs_per_step,
    },
  });
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, reason: describeIssues(parsed.error) };
}

const deeds = {
  read: 'read files',
  write: 'write files',
  delete: 'delete files',
  execute: 'run commands',
  network: 'reach the network',
} as const satisfies Record<ToolRisk, string>;

const listed = (risks: readonly ToolRisk[]): string => risks.map((risk) => deeds[risk]).join(', ');

/** What a task will do, a sentence each. */
export function taskInWords(
  { request, permissions, agents, mode, limits }: TaskOrchestratorInput,
  place: LaunchPlace,
): string[] {
  const asks = toolRisks.filter((risk) => permissions[risk] === 'ask');
  const never = toolRisks.filter((risk) => permissions[risk] === 'deny');
  const whom = agents.map(({ name, use }) => name ?? use).join(', then ');
  const answers =
    mode === 'interactive' ? 'waits for a yes before it may' : 'takes the answers of the playbook before it may';
  return [
    `Asked for: ${request.replace(/\s+/g, ' ').slice(0, 300)}`,
    `Planned by ${whom}, in a tree of its own; the result becomes ${delivery(place)}.`,
    asks.length === 0 ? 'Needs no yes.' : `It ${answers} ${listed(asks)}.`,
    ...(never.length === 0 ? [] : [`It may never ${listed(never)}.`]),
    limits.timeout_minutes === null
      ? 'It has no time limit.'
      : `It ends after ${limits.timeout_minutes} minutes at the latest.`,
  ];
}
