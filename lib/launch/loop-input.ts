import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import type { ReadConfig } from '#lib/config/parse.ts';
import { agentName } from '#lib/config/sections/agents.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { type FirmwareLoopInput, firmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';

/** Where the firmware lies, and the commit that a run starts from. */
export interface LaunchPlace {
  /** Top folder of the git repository. */
  readonly repository: string;
  /** The project's folder in it; empty for the top folder. */
  readonly subdirectory: string;
  readonly baseCommit: string;
  /** What the person named, or the branch that is checked out. */
  readonly ref: string;
  /** The repository is a private one with a snapshot of the folder: nobody would find a branch there. */
  readonly isSnapshot?: true;
}

export type LoopInputAnswer =
  | { readonly ok: true; readonly input: FirmwareLoopInput }
  | { readonly ok: false; readonly reason: string };

/** The input of a firmware loop from the project's file with a launch's choices over it. Each agent of the file is a strategy, with those after it for when it has nothing left. */
export function toLoopInput(
  { config }: ReadConfig,
  place: LaunchPlace,
  baseline?: FirmwareLoopInput['baseline'],
): LoopInputAnswer {
  const environment = environmentOf(config);
  const { subdirectory } = place;
  const parsed = firmwareLoopInput.safeParse({
    project: projectName(config, place),
    repository: { path: place.repository, ...(subdirectory !== '' && { subdirectory }) },
    ref: place.ref,
    baseCommit: place.baseCommit,
    goal: config.goal,
    environment,
    strategies: config.strategies ?? strategiesOf(config.agents.map(agentName)),
    mode: config.mode,
    criteria: config.criteria,
    plateau: config.plateau,
    limits: limitsOf(config, environment),
    ...(baseline !== undefined && { baseline }),
    roll_back: config.roll_back,
  });
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, reason: describeIssues(parsed.error) };
}

/** Agents that a strategy asks in turn. */
const mostAgents = 4;

function strategiesOf(names: readonly string[]): FirmwareLoopInput['strategies'] {
  return names.map((name, at) => ({ name, agents: names.slice(at, at + mostAgents) }));
}

/** The environment to test in: the chosen one, else the first of the file. */
export function environmentOf({ environment, environments }: FirmwareLoopConfig): string {
  return environment ?? Object.keys(environments)[0] ?? '';
}

/** The name in the file, else that of its folder. */
export function projectName(
  { name }: FirmwareLoopConfig,
  { repository, subdirectory }: Omit<LaunchPlace, 'ref'>,
): string {
  return name ?? `${repository}/${subdirectory}`.split('/').filter(Boolean).at(-1)?.slice(0, 80) ?? 'firmware';
}

const minutes = (milliseconds: number): number => milliseconds / 60_000;

function limitsOf(config: FirmwareLoopConfig, environment: string): object {
  const { limits, policy, review_due, environments } = config;
  const chosen = environments[environment];
  const wait = chosen?.type === 'board' ? chosen.wait : undefined;
  return {
    ...(limits.max_iterations !== undefined && { max_iterations: limits.max_iterations }),
    timeout_minutes: limits.timeout_minutes,
    retry_limit: limits.retry_limit,
    recoveries_per_iteration: limits.recoveries_per_iteration,
    state_timeout_sec: inSeconds(limits.state_timeouts),
    review_due_minutes: review_due === undefined ? null : minutes(review_due),
    ...(wait !== undefined && { board_wait_minutes: minutes(wait) }),
    circuit_breaker_timeout: limits.circuit_breaker_timeout,
    risk_threshold: policy.max_risk,
    above_risk_threshold: policy.above_max_risk,
    approval_minutes: minutes(policy.approval_within),
    risk_budget: limits.risk_budget,
    budgets: {
      board_minutes: limits.board_minutes ?? null,
      tokens: limits.tokens ?? null,
      money: limits.money ?? null,
    },
  };
}

function inSeconds(milliseconds: FirmwareLoopConfig['limits']['state_timeouts']): object {
  return Object.fromEntries(Object.entries(milliseconds).map(([state, limit]) => [state, limit / 1_000]));
}
