import type { z } from 'zod';
import { brainSessionSchema } from './brain-session.ts';
import { firmwareLoopSchema } from './firmware-loop.ts';
import { prdAgentSchema } from './prd-agent.ts';
import { stagedWorkflowSchema } from './staged-workflow.ts';
import { taskOrchestratorSchema } from './task-orchestrator.ts';

/** The schema of `firmloop.yaml` by the machine it names. A machine without a row cannot be configured by a file. */
export const configSchemas = {
  'firmware-loop': firmwareLoopSchema,
  'task-orchestrator': taskOrchestratorSchema,
  'staged-workflow': stagedWorkflowSchema,
  'prd-agent': prdAgentSchema,
  'brain-session': brainSessionSchema,
} as const;

/** The machines that a file can name. */
export type ConfigurableMachine = keyof typeof configSchemas;

/** A file of one machine that was read: checked, with every default filled in. */
export type ConfigOf<Machine extends ConfigurableMachine> = z.output<(typeof configSchemas)[Machine]>;

export const configurableMachines = Object.keys(configSchemas);

/** Whether a file can name this machine. */
export function isConfigurable(machine: unknown): machine is ConfigurableMachine {
  return typeof machine === 'string' && Object.hasOwn(configSchemas, machine);
}
