import type { Ending, MachineDefinition } from '#lib/engine/definition.ts';
import { runLimitMs } from '../run-minutes.ts';
import type { TaskContext, TaskOutcome } from './context.ts';
import { taskChanges, taskSaid } from './events.ts';
import { taskOrchestratorInput } from './input.ts';
import { taskOrchestratorMachine } from './machine.ts';
import { view } from './view.ts';

const exitCodes = { completed: 0, blocked: 1, cancelled: 1, aborted: 3 } as const satisfies Record<
  TaskOutcome,
  Ending['exitCode']
>;

/** One request against a repository: taken in, clarified, planned, confirmed, executed, verified, summed up. */
export const taskOrchestrator: MachineDefinition = {
  id: 'task-orchestrator',
  version: 1,
  machine: taskOrchestratorMachine,
  input: taskOrchestratorInput,
  said: taskSaid,
  limits: taskChanges,
  deferrable: [],
  runTimeoutMs: ({ settings }: TaskContext) => runLimitMs(settings.limits),
  iteration: ({ at, plan }: TaskContext) => (plan === null ? 0 : at.step + 1),
  ending: ({ value, context }) => {
    if (value !== 'DONE') return null;
    const { outcome = 'blocked' } = context as Partial<Pick<TaskContext, 'outcome'>>;
    return { outcome: outcome ?? 'blocked', exitCode: exitCodes[outcome ?? 'blocked'] };
  },
  view,
};
