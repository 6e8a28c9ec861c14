import type { Problem } from '#lib/config/problem.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import type { PlannedLaunch } from '#lib/launch/machine-launch.ts';
import { machineLaunches } from '#lib/launch/machine-launches.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import { strayChoices } from '#lib/launch/stray-choices.ts';
import { machines } from '#lib/machines/registry.ts';
import { projectFile } from '#server/activities/firmware/read-project-file.ts';
import type { Engine } from '#server/engine/engine.ts';
import { createGit } from '#server/workspace/git.ts';
import { brokenPlaybooks } from './broken-playbooks.ts';
import { cannotLaunch } from './cannot-launch.ts';
import { createLaunched, runOfWish } from './create-launched.ts';
import { type Firmware, findFirmware } from './find-firmware.ts';
import type { PlanOptions } from './judge-launch.ts';
import type { Launched, LaunchRequest } from './launch-run.ts';

/** A machine that is no firmware loop. */
export type OtherMachine = keyof typeof machineLaunches;

/** With how many logs would come along. */
type OtherOptions = PlanOptions & { readonly logs?: number };

/** A launch of such a machine on a folder, read and checked. */
export type JudgedMachine =
  | ({ readonly ok: true; readonly firmware: Firmware } & PlannedLaunch)
  | { readonly ok: false; readonly firmware: Firmware; readonly problems: readonly Problem[] };

/** Reads the project and puts the launch's choices over it. Throws BAD_INPUT where there is nothing to launch. */
export async function judgeMachine(
  machine: OtherMachine,
  choices: LaunchChoices,
  { home, signal, found, logs = 0 }: OtherOptions,
): Promise<JudgedMachine> {
  const git = createGit(signal && { signal });
  const firmware = found ?? (await findFirmware(git, choices, { home }));
  const stray = strayChoices(machine, choices, logs);
  if (stray.length > 0) return { ok: false, firmware, problems: stray };
  const planned = machineLaunches[machine].plan(firmware.text, firmware, choices);
  if (!planned.ok) return { ...planned, firmware };
  const broken = await brokenPlaybooks(git, firmware, planned.input);
  return broken.length > 0 ? { ok: false, firmware, problems: broken } : { ...planned, firmware };
}

/** A launch that can be made, with what it will do. Throws BAD_INPUT that lists every problem. */
export async function planMachine(
  machine: OtherMachine,
  choices: LaunchChoices,
  options: OtherOptions,
): Promise<PlannedLaunch & { readonly notes: readonly string[] }> {
  const judged = await judgeMachine(machine, choices, options);
  if (!judged.ok) throw cannotLaunch(choices.folder, judged.problems);
  return { ...judged, notes: [...problemLines(judged.warnings, projectFile), ...judged.firmware.notes] };
}

/** Creates a run of such a machine and sets it going. Throws BAD_INPUT that lists every problem; nothing is created then. */
export async function launchMachine(
  engine: Engine,
  machine: OtherMachine,
  { by, door, address, commandId, home, signal, found, logs = [], ...choices }: LaunchRequest,
): Promise<Launched> {
  const launcher = { by, door, ...(address && { address }), ...(commandId && { commandId }) };
  const { id, number } = await runOfWish(engine, launcher);
  if (number !== null) return { runId: id, number, summary: [], warnings: [] };
  const options = { home, logs: logs.length, ...(signal && { signal }), ...(found && { found }) };
  const { input, asked, summary, notes } = await planMachine(machine, choices, options);
  const definition = machines[machine];
  if (definition === undefined) throw new Error(`${machine} can be launched and is not installed`);
  const created = await createLaunched(engine, launcher, {
    id,
    machine: definition,
    firstEvent: machineLaunches[machine].firstEvent,
    asked,
    input,
    choices,
    details: {},
  });
  return { runId: created.id, number: created.number, summary, warnings: notes };
}
