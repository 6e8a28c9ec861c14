import { didYouMean } from '#lib/config/did-you-mean.ts';
import { type Overrides, overrideConfig } from '#lib/config/override.ts';
import type { ReadConfig } from '#lib/config/parse.ts';
import type { Problem } from '#lib/config/problem.ts';
import { presetNames } from '#lib/convergence/criteria.ts';
import { DomainError } from '#lib/errors.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { toLoopInput } from '#lib/launch/loop-input.ts';
import { obstaclesIn } from '#lib/launch/obstacles.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import type { FirmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { projectFile } from '#server/activities/firmware/read-project-file.ts';
import { installedAgents } from '#server/agents/installed-agents.ts';
import { installedEnvironments } from '#server/environments/environments.ts';
import { createGit } from '#server/workspace/git.ts';
import { emptyPatches } from './empty-patches.ts';
import { type Firmware, findFirmware } from './find-firmware.ts';
import { baselineOf } from './imported-baseline.ts';

/** A launch that can be made: everything is read, checked and decided. */
export interface LaunchPlan {
  readonly firmware: Firmware;
  readonly read: ReadConfig;
  readonly input: FirmwareLoopInput;
  /** What does not stop the launch and should be known, a sentence each. */
  readonly warnings: readonly string[];
}

export interface PlanOptions {
  /** Data folder; only snapshots need it. */
  readonly home?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Reads the project and puts the launch's choices over it. Throws BAD_INPUT that lists every problem, a line each. */
export async function planLaunch(choices: LaunchChoices, { home, signal }: PlanOptions = {}): Promise<LaunchPlan> {
  const git = createGit(signal && { signal });
  const firmware = await findFirmware(git, choices, { home });
  const { config: file } = firmware;
  if (!file.ok) throw refused(choices.folder, file.problems);
  checkPreset(choices.preset);
  const read = overrideConfig(file, overridesOf(choices));
  if (!read.ok) throw refused(choices.folder, read.problems);
  const obstacles = obstaclesIn(read.config, { environments: installedEnvironments, agents: installedAgents });
  if (obstacles.length > 0) throw refused(choices.folder, obstacles);
  const made = toLoopInput(read, firmware, await baselineOf(git, firmware, read.config));
  if (!made.ok) throw new DomainError('BAD_INPUT', `${choices.folder} cannot be launched: ${made.reason}.`);
  const { config } = read;
  const empty = await emptyPatches(git, firmware, { config, strategies: made.input.strategies });
  if (empty.length > 0) throw refused(choices.folder, empty);
  return {
    firmware,
    read,
    input: made.input,
    warnings: [...problemLines(file.problems, projectFile), ...firmware.notes],
  };
}

function overridesOf({
  environment,
  agents,
  mode,
  preset,
  goal,
  maxIterations,
  timeoutMinutes,
}: LaunchChoices): Overrides {
  return { environment, agents, mode, preset, goal, max_iterations: maxIterations, timeout_minutes: timeoutMinutes };
}

function checkPreset(preset: string | undefined): void {
  if (preset === undefined || presetNames.some((name) => name === preset.toUpperCase())) return;
  const near = didYouMean(preset, presetNames);
  throw new DomainError('BAD_INPUT', `There is no preset ${preset}.`, {
    next: near === undefined ? `Known: ${presetNames.join(', ')}.` : `Did you mean ${near}?`,
  });
}

function refused(folder: string, problems: readonly Problem[]): DomainError {
  const lines = problemLines(problems, projectFile).map((line) => `  ${line}`);
  return new DomainError('BAD_INPUT', [`${folder} cannot be launched:`, ...lines].join('\n'));
}
