import type { Ending, MachineDefinition } from '#lib/engine/definition.ts';
import { runLimitMs } from '../run-minutes.ts';
import type { FirmwareLoopContext } from './context.ts';
import { firmwareLoopSaid, limitChanges } from './events.ts';
import { firmwareLoopInput } from './input.ts';
import { firmwareLoopMachine } from './machine.ts';
import { view } from './view.ts';

const endings: Readonly<Record<string, Ending>> = {
  SUCCESS: { outcome: 'SUCCESS', exitCode: 0 },
  SUCCESS_WITH_WARNING: { outcome: 'SUCCESS_WITH_WARNING', exitCode: 0 },
  FAILURE: { outcome: 'FAILURE', exitCode: 1 },
  ABORTED: { outcome: 'ABORTED', exitCode: 3 },
};

/** The flagship: patches, builds, tests and judges firmware until the loop stops for a stated reason. */
export const firmwareLoop: MachineDefinition = {
  id: 'firmware-loop',
  version: 1,
  machine: firmwareLoopMachine,
  input: firmwareLoopInput,
  said: firmwareLoopSaid,
  limits: limitChanges,
  deferrable: ['board.granted', 'board.refused'],
  runTimeoutMs: ({ settings }: FirmwareLoopContext) => runLimitMs(settings.limits),
  iteration: ({ iteration }: FirmwareLoopContext) => iteration,
  ending: ({ value }) => (typeof value === 'string' ? (endings[value] ?? null) : null),
  view,
};
