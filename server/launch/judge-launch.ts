import type { Pool } from 'pg';
import { didYouMean } from '#lib/config/did-you-mean.ts';
import { type Overrides, overrideConfig } from '#lib/config/override.ts';
import type { ReadConfig } from '#lib/config/parse.ts';
import { NOWHERE, type Problem } from '#lib/config/problem.ts';
import { presetNames } from '#lib/convergence/criteria.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { toLoopInput } from '#lib/launch/loop-input.ts';
import { obstaclesIn } from '#lib/launch/obstacles.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import type { FirmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { projectFile } from '#server/activities/firmware/read-project-file.ts';
import { installedAgents } from '#server/agents/installed-agents.ts';
import { installedEnvironments } from '#server/environments/environments.ts';
import { createGit } from '#server/workspace/git.ts';
import { brokenPlaybooks } from './broken-playbooks.ts';
import { emptyPatches } from './empty-patches.ts';
import { type Firmware, findFirmware } from './find-firmware.ts';
import { baselineOf } from './imported-baseline.ts';
import { placeOnBoards } from './place-on-boards.ts';

/** A launch that can be made: everything is read, checked and decided. */
export interface LaunchPlan {
  readonly firmware: Firmware;
  readonly read: ReadConfig;
  readonly input: FirmwareLoopInput;
  /** The site that has the boards of its environment. */
  readonly site?: string;
  /** What does not stop the launch and should be known, a sentence each. */
  readonly warnings: readonly string[];
}

export interface PlanOptions {
  /** Data folder; only snapshots need it. */
  readonly home?: string | undefined;
  readonly signal?: AbortSignal;
  /** The folder as it was looked at already; without it, it is looked at now. */
  readonly found?: Firmware;
  /** The database with the boards; without it nothing is known of them. */
  readonly pool?: Pool;
}

export type JudgedLaunch =
  | ({ readonly ok: true } & LaunchPlan)
  /** Why it cannot be made, every problem of the first check that finds one. */
  | { readonly ok: false; readonly firmware: Firmware; readonly problems: readonly Problem[] };

/** Reads the project, puts the launch's choices over it and checks the whole. Throws BAD_INPUT where there is no firmware to launch. */
export async function judgeLaunch(
  choices: LaunchChoices,
  { home, signal, found, pool }: PlanOptions = {},
): Promise<JudgedLaunch> {
  const git = createGit(signal && { signal });
  const firmware = found ?? (await findFirmware(git, choices, { home }));
  const { config: file } = firmware;
  const refused = (problems: readonly Problem[]): JudgedLaunch => ({ ok: false, firmware, problems });
  if (!file.ok) return refused(file.problems);
  const unknown = unknownPreset(choices.preset);
  if (unknown.length > 0) return refused(unknown);
  const read = overrideConfig(file, overridesOf(choices));
  if (!read.ok) return refused(read.problems);
  const obstacles = obstaclesIn(read.config, { environments: installedEnvironments, agents: installedAgents });
  if (obstacles.length > 0) return refused(obstacles);
  const made = toLoopInput(read, firmware, await baselineOf(git, firmware, read.config));
  if (!made.ok) return refused([{ ...NOWHERE, path: '', message: made.reason }]);
  const { config } = read;
  const { environment } = made.input;
  const place = pool && (await placeOnBoards(pool, environment, config.environments[environment]));
  if (place && place.problems.length > 0) return refused(place.problems);
  const empty = await emptyPatches(git, firmware, { config, strategies: made.input.strategies });
  if (empty.length > 0) return refused(empty);
  const broken = await brokenPlaybooks(git, firmware, { agents: config.agents, judge: config.judge });
  if (broken.length > 0) return refused(broken);
  return {
    ok: true,
    firmware,
    read,
    input: made.input,
    ...(place?.site !== undefined && { site: place.site }),
    warnings: [...problemLines(file.problems, projectFile), ...firmware.notes, ...(place?.warnings ?? [])],
  };
}

function overridesOf(choices: LaunchChoices): Overrides {
  const { environment, agents, mode, preset, goal, maxIterations, timeoutMinutes, set } = choices;
  return {
    environment,
    agents,
    mode,
    preset,
    goal,
    max_iterations: maxIterations,
    timeout_minutes: timeoutMinutes,
    set,
  };
}

function unknownPreset(preset: string | undefined): Problem[] {
  if (preset === undefined || presetNames.some((name) => name === preset.toUpperCase())) return [];
  const near = didYouMean(preset, presetNames);
  const suggestion = near === undefined ? `Known: ${presetNames.join(', ')}.` : `Did you mean ${near}?`;
  return [{ ...NOWHERE, path: 'criteria.preset', message: `there is no preset ${preset}`, suggestion }];
}
