import type { MachineDefinition } from '#lib/engine/definition.ts';
import { type Fit, fitOf, type StoredPlace } from '#lib/engine/fit.ts';
import { machineOf, machines } from './registry.ts';

/** The machine that a run was made with; null where this program does not have that version. */
export function installedMachine(id: string, version: number): MachineDefinition | null {
  const machine = machineOf(id);
  return machine?.version === version ? machine : null;
}

/** Every state that a run can rest in here, dotted paths. */
export const installedStates = Object.values(machines).map(({ id, version, view }) => ({
  machine: id,
  version,
  states: Object.keys(view),
}));

/** Whether this program moves a stored run on. */
export function installedFit(run: StoredPlace): Fit {
  return fitOf(installedMachine(run.machine, run.machineVersion), run);
}
