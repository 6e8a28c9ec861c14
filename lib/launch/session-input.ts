import type { BrainSessionConfig } from '#lib/config/brain-session.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { counted } from '#lib/format/count.ts';
import { type BrainSessionInput, brainSessionInput } from '#lib/machines/brain-session/input.ts';
import { delivery } from './delivery.ts';
import type { LaunchPlace } from './loop-input.ts';
import type { FewChoices, InputAnswer } from './machine-launch.ts';

const minutes = (milliseconds: number): number => milliseconds / 60_000;

/** The input of a session from the project's file with a launch's choices over it. */
export function toSessionInput(
  config: BrainSessionConfig,
  place: LaunchPlace,
  choices: FewChoices,
): InputAnswer<BrainSessionInput> {
  const task = choices.goal ?? config.task;
  if (task === undefined)
    return { ok: false, reason: 'there is no task: say it with --goal, or as `task` in firmloop.yaml' };
  const { repository, subdirectory, baseCommit, ref } = place;
  const { limits, session, judge, attach, lint, test, deploy } = config;
  const folder = `${repository}/${subdirectory}`.split('/').filter(Boolean).at(-1) ?? 'project';
  const parsed = brainSessionInput.safeParse({
    project: config.name ?? folder.slice(0, 80),
    repository: { path: repository, ...(subdirectory !== '' && { subdirectory }) },
    ref,
    baseCommit,
    task,
    session,
    attach: attach ?? null,
    judge,
    commands: { lint: lint ?? null, test: test ?? null },
    deploy: deploy === undefined ? null : { ...deploy, roll_back: deploy.roll_back ?? null },
    mode: choices.mode ?? config.mode,
    limits: {
      timeout_minutes: choices.timeoutMinutes ?? limits.timeout_minutes,
      judge_minutes: minutes(limits.judge_within),
      refine_minutes: minutes(limits.refine_within),
      deploy_minutes: minutes(limits.deploy_within),
      retries: limits.retries,
    },
  });
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, reason: describeIssues(parsed.error) };
}

const agent = ({ name, use }: { readonly name?: string | undefined; readonly use: string }): string => name ?? use;

/** What a session will do, a sentence each. */
export function sessionInWords(
  { task, session, judge, attach, commands, deploy, limits }: BrainSessionInput,
  place: LaunchPlace,
): string[] {
  const { retries, timeout_minutes } = limits;
  const check = (name: string, line: string | null, most: number) =>
    line === null
      ? `There is no ${name} command.`
      : `\`${line}\` must pass, after ${counted(most, 'fix', 'fixes')} at most.`;
  return [
    `The task: ${task.replace(/\s+/g, ' ').slice(0, 300)}`,
    `${agent(session)} works on it${attach === null ? '' : `, in the session ${attach.session}`}, in a tree of its own; the result becomes ${delivery(place)}.`,
    `${agent(judge)} reviews it from four sides, with ${counted(retries.review, 'correction')} at most.`,
    check('lint', commands.lint, retries.lint),
    check('test', commands.test, retries.test),
    deploy === null
      ? 'Nothing is deployed.'
      : `\`${deploy.command}\` deploys it, ${deploy.when === 'always' ? 'after the commit' : 'when somebody asks for it'}.`,
    timeout_minutes === null ? 'It has no time limit.' : `It ends after ${timeout_minutes} minutes at the latest.`,
  ];
}
