import type { MachineDefinition } from '#lib/engine/definition.ts';
import { brainSession } from './brain-session/index.ts';
import { firmwareLoop } from './firmware-loop/index.ts';
import { prdAgent } from './prd-agent/index.ts';
import { stagedWorkflow } from './staged-workflow/index.ts';
import { taskOrchestrator } from './task-orchestrator/index.ts';

/** Every machine that this installation can run, by its id. */
export const machines: Readonly<Record<string, MachineDefinition>> = {
  [firmwareLoop.id]: firmwareLoop,
  [stagedWorkflow.id]: stagedWorkflow,
  [taskOrchestrator.id]: taskOrchestrator,
  [brainSession.id]: brainSession,
  [prdAgent.id]: prdAgent,
};

/** The machine of an id from a stored row or a request, or null for one that is not installed. */
export function machineOf(id: string): MachineDefinition | null {
  return machines[id] ?? null;
}
