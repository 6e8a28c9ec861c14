import type { WorkflowService } from '#lib/config/sections/workflow-services.ts';
import type { StagedWorkflowConfig } from '#lib/config/staged-workflow.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { counted } from '#lib/format/count.ts';
import { type StagedWorkflowInput, stagedWorkflowInput } from '#lib/machines/staged-workflow/input.ts';
import { delivery } from './delivery.ts';
import type { LaunchPlace } from './loop-input.ts';
import type { FewChoices, InputAnswer } from './machine-launch.ts';

const minutes = (milliseconds: number): number => milliseconds / 60_000;

/** The input of a staged workflow from the project's file with a launch's choices over it. */
export function toWorkflowInput(
  config: StagedWorkflowConfig,
  place: LaunchPlace,
  choices: FewChoices,
): InputAnswer<StagedWorkflowInput> {
  const goal = choices.goal ?? config.goal;
  if (goal === undefined)
    return { ok: false, reason: 'there is no goal: say it with --goal, or as `goal` in firmloop.yaml' };
  const { repository, subdirectory, baseCommit, ref } = place;
  const { limits, notebook, planning, generating, workflow } = config;
  const folder = `${repository}/${subdirectory}`.split('/').filter(Boolean).at(-1) ?? 'project';
  const parsed = stagedWorkflowInput.safeParse({
    project: config.name ?? folder.slice(0, 80),
    repository: { path: repository, ...(subdirectory !== '' && { subdirectory }) },
    ref,
    baseCommit,
    goal,
    planning,
    generating,
    answers: config.answers ?? null,
    workflow: workflow === undefined ? null : { goal: goal.slice(0, 2_000), stages: workflow },
    notebook: {
      file: notebook.file,
      kernel: notebook.kernel,
      python: notebook.python,
      on_error: notebook.on_error,
      cell_seconds: notebook.cell_within / 1_000,
    },
    mode: choices.mode ?? config.mode,
    limits: {
      timeout_minutes: choices.timeoutMinutes ?? limits.timeout_minutes,
      answer_minutes: minutes(limits.answer_within),
      reset_minutes: minutes(limits.reset_within),
      behaviors_per_step: limits.behaviors_per_step,
      recoveries: limits.recoveries,
    },
  });
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, reason: describeIssues(parsed.error) };
}

/** What a workflow will do, a sentence each. */
export function workflowInWords(input: StagedWorkflowInput, place: LaunchPlace): string[] {
  const { goal, workflow, planning, generating, mode, notebook, limits } = input;
  const stages = workflow?.stages ?? [];
  const steps = stages.flatMap((stage) => stage.steps).length;
  return [
    `Reaches for: ${goal.replace(/\s+/g, ' ').slice(0, 300)}`,
    workflow === null
      ? 'Planning gives the first workflow.'
      : `Goes through ${counted(stages.length, 'stage')} with ${counted(steps, 'step')}: ${stages.map(({ id }) => id).join(', ')}.`,
    `Judged by ${named(planning)}, with actions of ${named(generating)}; the notebook ${notebook.file} becomes ${delivery(place)}.`,
    mode === 'interactive'
      ? 'Updates of the workflow and errors wait for a person.'
      : `Nobody is waited for: the playbook answers, and ${counted(limits.recoveries, 'error')} may be recovered from.`,
    limits.timeout_minutes === null
      ? 'It has no time limit.'
      : `It ends after ${limits.timeout_minutes} minutes at the latest.`,
  ];
}

function named(service: WorkflowService): string {
  return service.name ?? (service.use === 'service' ? service.url : service.use);
}
