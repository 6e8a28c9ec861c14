import { machineNamedIn } from '#lib/config/parse.ts';
import type { ConfigurableMachine } from '#lib/config/schema.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { launchInWords } from '#lib/launch/in-words.ts';
import type { Engine } from '#server/engine/engine.ts';
import { createGit } from '#server/workspace/git.ts';
import { findFirmware } from './find-firmware.ts';
import type { PlanOptions } from './judge-launch.ts';
import { launchMachine, planMachine } from './launch-machine.ts';
import { type Launched, type LaunchRequest, launchRun } from './launch-run.ts';
import { planLaunch } from './plan-launch.ts';

/** The machine that the project of a folder is run by. Throws BAD_INPUT where there is no project to launch. */
export async function machineAt(choices: LaunchChoices, { home, signal }: PlanOptions): Promise<ConfigurableMachine> {
  return machineNamedIn((await findFirmware(createGit(signal && { signal }), choices, { home })).text);
}

/** What a launch would do, and what its user should know, a sentence each. Throws BAD_INPUT that lists every problem. */
export async function planInWords(
  machine: ConfigurableMachine,
  choices: LaunchChoices,
  options: PlanOptions & { readonly logs?: number },
): Promise<{ readonly summary: readonly string[]; readonly warnings: readonly string[] }> {
  if (machine !== 'firmware-loop') {
    const { summary, notes } = await planMachine(machine, choices, options);
    return { summary, warnings: notes };
  }
  const { read, input, warnings } = await planLaunch(choices, options);
  return { summary: launchInWords(read.config, input), warnings };
}

/** Creates a run of the machine that the project names and sets it going. Throws BAD_INPUT that lists every problem; nothing is created then. */
export async function launch(engine: Engine, request: LaunchRequest): Promise<Launched> {
  const { by, door, address, commandId, logs, home, signal, ...choices } = request;
  const machine = await machineAt(choices, { home, ...(signal && { signal }) });
  return machine === 'firmware-loop' ? await launchRun(engine, request) : await launchMachine(engine, machine, request);
}
