import { resolve } from 'node:path';
import { type ConfigRow, explainConfig } from '#lib/config/explain.ts';
import { agentName } from '#lib/config/sections/agents.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { launchCommandLine } from '#lib/launch/command-line.ts';
import { doubtsIn } from '#lib/launch/doubts.ts';
import { launchInWords } from '#lib/launch/in-words.ts';
import type { PlannedLaunch } from '#lib/launch/machine-launch.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import { projectFile } from '#server/activities/firmware/read-project-file.ts';
import type { Firmware } from './find-firmware.ts';
import type { LaunchPlan, PlanOptions } from './judge-launch.ts';
import { planLaunch } from './plan-launch.ts';

/** The data folder that the command line takes by itself; the web server runs in the checkout. */
const usualHome = resolve('.firmloop');

/** What a launch would be, for a person to look at before it is made. */
export interface LaunchPreview {
  readonly project: string;
  readonly repository: string;
  readonly subdirectory: string;
  readonly baseCommit: string;
  readonly branch: string | null;
  /** What may be chosen from, by the project's file. */
  readonly environments: readonly string[];
  readonly agents: readonly string[];
  /** What holds when nothing else is chosen. */
  readonly chosen: {
    readonly environment: string;
    readonly agents: readonly string[];
    readonly mode: string;
    /** Null for a machine that does not iterate. */
    readonly maxIterations: number | null;
    readonly timeoutMinutes: number | null;
    readonly goal: string;
  };
  /** Every setting that would hold, with where it is from. */
  readonly config: readonly ConfigRow[];
  readonly summary: readonly string[];
  readonly warnings: readonly string[];
  /** The command that makes the same launch. */
  readonly commandLine: string;
}

/** The same checks as a launch, and nothing is created. Throws BAD_INPUT that lists every problem. */
export async function previewLaunch(choices: LaunchChoices, options: PlanOptions = {}): Promise<LaunchPreview> {
  return previewOf(await planLaunch(choices, options), choices, options);
}

/** A planned launch as a person looks at it; `logs` are the names of files that come with it. */
export function previewOf(
  { firmware, read, input, warnings }: LaunchPlan,
  choices: LaunchChoices,
  { home, logs = [] }: { home?: string | undefined; logs?: readonly string[] },
): LaunchPreview {
  const file = firmware.config;
  return {
    project: input.project,
    repository: firmware.repository,
    subdirectory: firmware.subdirectory,
    baseCommit: firmware.baseCommit,
    branch: firmware.branch,
    environments: Object.keys(read.config.environments),
    agents: file.ok ? file.config.agents.map(agentName) : [],
    chosen: {
      environment: input.environment,
      agents: input.strategies.map(({ name }) => name),
      mode: input.mode,
      maxIterations: input.limits.max_iterations,
      timeoutMinutes: input.limits.timeout_minutes,
      goal: input.goal.text,
    },
    config: explainConfig(read),
    summary: launchInWords(read.config, input),
    warnings: [...warnings, ...doubtsIn(input)],
    commandLine: launchCommandLine(choices, { home: home === usualHome ? undefined : home, logs }),
  };
}

/** A planned launch of a machine that is no loop, as a person looks at it: it has no environments, and takes all agents of its file. */
export function previewOfMachine(
  { firmware, input, asked, summary, config, warnings }: PlannedLaunch & { readonly firmware: Firmware },
  choices: LaunchChoices,
  { home }: { home?: string | undefined },
): LaunchPreview {
  return {
    project: input.project,
    repository: firmware.repository,
    subdirectory: firmware.subdirectory,
    baseCommit: firmware.baseCommit,
    branch: firmware.branch,
    environments: [],
    agents: [],
    chosen: {
      environment: '',
      agents: [],
      mode: input.mode,
      maxIterations: null,
      timeoutMinutes: input.limits.timeout_minutes,
      goal: asked,
    },
    config,
    summary,
    warnings: [...problemLines(warnings, projectFile), ...firmware.notes],
    commandLine: launchCommandLine(choices, { home: home === usualHome ? undefined : home }),
  };
}
