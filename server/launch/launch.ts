import { machineNamedIn } from '#lib/config/parse.ts';
import type { ConfigurableMachine } from '#lib/config/schema.ts';
import { needsBoard } from '#lib/config/sections/environments.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { launchInWords } from '#lib/launch/in-words.ts';
import type { Engine } from '#server/engine/engine.ts';
import { createGit } from '#server/workspace/git.ts';
import { type Firmware, findFirmware } from './find-firmware.ts';
import type { PlanOptions } from './judge-launch.ts';
import { launchMachine, planMachine } from './launch-machine.ts';
import { type Launched, type LaunchRequest, launchRun } from './launch-run.ts';
import { planLaunch } from './plan-launch.ts';

/** A folder as a launch finds it, and the machine that its project is run by. Throws BAD_INPUT where there is no project to launch. */
export async function findProject(
  choices: LaunchChoices,
  { home, signal }: PlanOptions,
): Promise<{ readonly machine: ConfigurableMachine; readonly found: Firmware }> {
  const found = await findFirmware(createGit(signal && { signal }), choices, { home });
  return { machine: machineNamedIn(found.text), found };
}

/** What a launch would do, a sentence each. */
export interface PlanInWords {
  readonly summary: readonly string[];
  /** What its user should know. */
  readonly warnings: readonly string[];
  /** It takes a board of the farm; more is known of that where the plan is made with the database. */
  readonly onBoard: boolean;
}

/** What a launch would do, and what its user should know. Throws BAD_INPUT that lists every problem. */
export async function planInWords(
  machine: ConfigurableMachine,
  choices: LaunchChoices,
  options: PlanOptions & { readonly logs?: number },
): Promise<PlanInWords> {
  if (machine !== 'firmware-loop') {
    const { summary, notes } = await planMachine(machine, choices, options);
    return { summary, warnings: notes, onBoard: false };
  }
  const { read, input, warnings } = await planLaunch(choices, options);
  const environment = read.config.environments[input.environment];
  const onBoard = environment !== undefined && needsBoard(environment);
  return { summary: launchInWords(read.config, input), warnings, onBoard };
}

/** Creates a run of the machine that the project names and sets it going. Throws BAD_INPUT that lists every problem; nothing is created then. */
export async function launch(engine: Engine, request: LaunchRequest): Promise<Launched> {
  const { by, door, address, commandId, logs, home, signal, ...choices } = request;
  const { machine, found } = await findProject(choices, { home, ...(signal && { signal }) });
  const asFound = { ...request, found };
  return machine === 'firmware-loop' ? await launchRun(engine, asFound) : await launchMachine(engine, machine, asFound);
}
