import type { Ending, MachineDefinition } from '#lib/engine/definition.ts';
import { runLimitMs } from '../run-minutes.ts';
import { type PrdContext, type PrdOutcome, prdOutcomes } from './context.ts';
import { prdChanges, prdSaid } from './events.ts';
import { prdAgentInput } from './input.ts';
import { prdAgentMachine } from './machine.ts';
import { view } from './view.ts';

const exitCodes = { archived: 0, cancelled: 1, 'rolled back': 1, failed: 1, aborted: 3 } as const satisfies Record<
  PrdOutcome,
  Ending['exitCode']
>;

/** A requirement written out as a document, confirmed, worked off task by task, verified, fixed, and archived. */
export const prdAgent: MachineDefinition = {
  id: 'prd-agent',
  version: 1,
  machine: prdAgentMachine,
  input: prdAgentInput,
  said: prdSaid,
  limits: prdChanges,
  deferrable: [],
  runTimeoutMs: ({ settings }: PrdContext) => runLimitMs(settings.limits),
  iteration: ({ at, statuses }: PrdContext) => (statuses.length === 0 ? 0 : at + 1),
  ending: ({ value }) => {
    const outcome = prdOutcomes.find((one) => value === `IDLE.${one.toUpperCase().replaceAll(' ', '_')}`);
    return outcome === undefined ? null : { outcome, exitCode: exitCodes[outcome] };
  },
  view,
};
