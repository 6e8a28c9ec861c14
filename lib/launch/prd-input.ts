import { type PrdAgentConfig, verifyPresets } from '#lib/config/prd-agent.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { type PrdAgentInput, prdAgentInput } from '#lib/machines/prd-agent/input.ts';
import { delivery } from './delivery.ts';
import type { LaunchPlace } from './loop-input.ts';
import type { FewChoices, InputAnswer } from './machine-launch.ts';

const minutes = (milliseconds: number): number => milliseconds / 60_000;

/** The input of a session from the project's file with a launch's choices over it. */
export function toPrdInput(
  config: PrdAgentConfig,
  { repository, subdirectory, baseCommit, ref }: LaunchPlace,
  choices: FewChoices,
): InputAnswer<PrdAgentInput> {
  const requirement = choices.goal ?? config.requirement;
  if (requirement === undefined)
    return { ok: false, reason: 'nothing is required: say it with --goal, or as `requirement` in firmloop.yaml' };
  const { limits, verify } = config;
  const folder = `${repository}/${subdirectory}`.split('/').filter(Boolean).at(-1) ?? 'project';
  const parsed = prdAgentInput.safeParse({
    project: config.name ?? folder.slice(0, 80),
    repository: { path: repository, ...(subdirectory !== '' && { subdirectory }) },
    ref,
    baseCommit,
    requirement,
    agents: config.agents,
    verify: typeof verify === 'string' ? verifyPresets[verify] : verify,
    archive: config.archive,
    mode: choices.mode ?? config.mode,
    limits: {
      timeout_minutes: choices.timeoutMinutes ?? limits.timeout_minutes,
      confirm_minutes: minutes(limits.confirm_within),
      block_minutes: minutes(limits.unblock_within),
    },
  });
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, reason: describeIssues(parsed.error) };
}

/** What a session will do, a sentence each. */
export function prdInWords(
  { requirement, agents, verify, archive, mode, limits }: PrdAgentInput,
  place: LaunchPlace,
): string[] {
  const whom = agents.map(({ name, use }) => name ?? use).join(', then ');
  return [
    `Required: ${requirement.replace(/\s+/g, ' ').slice(0, 300)}`,
    `Written out and carried out by ${whom}, in a tree of its own; the result becomes ${delivery(place)}.`,
    mode === 'interactive'
      ? 'It waits for a yes to the document, and for somebody when a task is blocked.'
      : 'It takes the answers of the playbook; without them it cancels the document and rolls a blocked task back.',
    `Each task is done when ${verify.map((command) => `\`${command}\``).join(' and ')} pass; three fixes in a row are tried by themselves.`,
    `Document, tasks, diffs and results are kept in ${archive}.`,
    limits.timeout_minutes === null
      ? 'It has no time limit.'
      : `It ends after ${limits.timeout_minutes} minutes at the latest.`,
  ];
}
