import { explainConfig } from '#lib/config/explain.ts';
import type { ReadConfig } from '#lib/config/parse.ts';
import type { Problem } from '#lib/config/problem.ts';
import type { ConfigurableMachine } from '#lib/config/schema.ts';
import { agentName } from '#lib/config/sections/agents.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import type { MachineLaunch } from '#lib/launch/machine-launch.ts';
import { machineLaunches } from '#lib/launch/machine-launches.ts';
import { type SettingField, settingFields } from '#lib/launch/setting-fields.ts';
import { installedAgents } from '#server/agents/installed-agents.ts';
import { installedEnvironments } from '#server/environments/environments.ts';
import { judgeLaunch, type PlanOptions } from './judge-launch.ts';
import { findProject } from './launch.ts';
import { judgeMachine, type OtherMachine } from './launch-machine.ts';
import { type LaunchPreview, previewOf, previewOfMachine } from './preview-launch.ts';

/** Something of the project's file to choose, and whether this installation can work with it. */
export interface LaunchOption {
  readonly name: string;
  /** The type of an environment, the kind of an agent. */
  readonly kind: string;
  readonly isUsable: boolean;
}

/** What the form offers for a project, also while its choices do not fit together. */
export interface LaunchForm {
  readonly environments: readonly LaunchOption[];
  readonly agents: readonly LaunchOption[];
  readonly settings: readonly {
    readonly group: 'criteria' | 'plateau' | 'limits';
    readonly fields: readonly SettingField[];
  }[];
}

/** A launch as it stands while somebody fills in the form. */
export interface LookedAt {
  readonly machine: ConfigurableMachine;
  /** What the machine calls what it is asked for; a loop has a goal. */
  readonly ask: MachineLaunch['ask'] | null;
  /** Null where the project's file cannot be read, and for a machine that is no loop. */
  readonly form: LaunchForm | null;
  /** Null when it cannot be made; `problems` say why. */
  readonly preview: LaunchPreview | null;
  readonly problems: readonly Problem[];
}

/** Looks at a launch without making it. Throws BAD_INPUT where there is no firmware to launch. */
export async function lookAtLaunch(
  choices: LaunchChoices,
  options: PlanOptions & { logs: readonly string[] },
): Promise<LookedAt> {
  const { machine, found } = await findProject(choices, options);
  if (machine !== 'firmware-loop') return await lookAtMachine(machine, choices, { ...options, found });
  const judged = await judgeLaunch(choices, { ...options, found });
  const loop = { machine, ask: null };
  const file = judged.firmware.config;
  if (judged.ok)
    return {
      ...loop,
      form: formOf(judged.read, file.ok ? file : judged.read, judged.input.limits.max_iterations),
      preview: previewOf(judged, choices, options),
      problems: [],
    };
  return { ...loop, form: file.ok ? formOf(file, file) : null, preview: null, problems: judged.problems };
}

async function lookAtMachine(
  machine: OtherMachine,
  choices: LaunchChoices,
  options: PlanOptions & { logs: readonly string[] },
): Promise<LookedAt> {
  const judged = await judgeMachine(machine, choices, { ...options, logs: options.logs.length });
  const known = { machine, ask: machineLaunches[machine].ask, form: null };
  return judged.ok
    ? { ...known, preview: previewOfMachine(judged, choices, options), problems: [] }
    : { ...known, preview: null, problems: judged.problems };
}

/** Settings are those that hold, what can be chosen is the file's. The number of iterations may come from the criteria. */
function formOf(read: ReadConfig, file: ReadConfig, maxIterations?: number): LaunchForm {
  const rows = explainConfig(read);
  return {
    environments: Object.entries(file.config.environments).map(([name, { type }]) => ({
      name,
      kind: type,
      isUsable: installedEnvironments.some((one) => one === type),
    })),
    agents: file.config.agents.map((agent) => ({
      name: agentName(agent),
      kind: agent.use,
      isUsable: installedAgents.some((one) => one === agent.use),
    })),
    settings: (['criteria', 'plateau', 'limits'] as const).map((group) => ({
      group,
      fields: settingFields(rows, group).map((field) =>
        field.path === 'limits.max_iterations' && field.value === '' && maxIterations !== undefined
          ? { ...field, value: String(maxIterations) }
          : field,
      ),
    })),
  };
}
