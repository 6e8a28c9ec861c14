import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import { unknownCost } from '#lib/agents/spent.ts';
import { type AgentConfig, agentName } from '#lib/config/sections/agents.ts';
import { clip } from '#lib/format/clip.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { callsBefore, insertAgentCall, type NewAgentCall } from '#server/store/agent-calls.ts';
import { keyRing } from '#server/vault/key-ring.ts';
import { vaultAt } from '#server/vault/vault.ts';
import type { ActivityContext } from '../activities/context.ts';
import type { AgentAnswer, AgentCall } from './task-agent.ts';
import { taskAgentFor } from './task-agents.ts';

/** One task for one agent, with the folder it may work in. */
export interface Asking<Contract extends AgentTaskContract> extends Pick<AgentCall, 'tree' | 'readFile' | 'session'> {
  readonly agent: AgentConfig;
  readonly contract: Contract;
  readonly input: z.input<Contract['input']>;
  /** Null outside of the firmware loop. */
  readonly strategy?: string | null;
}

const longestReason = 1_000;

/**
 * Asks an agent for a task within an activity. The call is written down with what it cost, however it ends; reasons and
 * answers come back without secrets. Throws what aborted it, and for an input that the task does not take.
 */
export async function askAgent<Contract extends AgentTaskContract>(
  context: ActivityContext,
  { agent: config, contract, input, strategy = null, tree, readFile, session }: Asking<Contract>,
): Promise<AgentAnswer<Contract>> {
  const { host, runId, activityId, iteration, signal, log } = context;
  const { pool, redact, home, watchdog } = host;
  const name = agentName(config);
  const agent = taskAgentFor(config);
  const asked = await callsBefore(pool, { runId, agent: name, task: contract.name });
  const begin = performance.now();
  const file = async (told: Pick<NewAgentCall, 'outcome' | 'reason' | 'spent'>) => {
    const reason = told.reason === null ? null : wellFormed(clip(redact(told.reason), longestReason).text);
    const durationMs = performance.now() - begin;
    const call = { runId, activityId, iteration, strategy, agent: name, kind: config.use, task: contract.name };
    await insertAgentCall(pool, { ...call, ...told, id: randomUUID(), reason, durationMs });
  };
  if (agent === null) {
    return { outcome: 'failed', reason: `the agent ${name} (${config.use}) takes no tasks`, spent: unknownCost };
  }
  log.say(`asks ${name} to ${contract.name}`);
  try {
    const parsed = contract.input.parse(input) as z.output<Contract['input']>;
    const keys = keyRing({ pool, vault: vaultAt(home), redact });
    const call = {
      config,
      asked,
      tree,
      readFile,
      ...(session && { session }),
      activityId,
      home,
      watchdog,
      pool,
      keys,
      redact,
      signal,
      log,
    };
    const answer = await agent.perform(contract, parsed, call);
    const reason = answer.outcome === 'answered' ? null : answer.reason;
    await file({ outcome: answer.outcome, reason, spent: answer.spent });
    return reason === null || answer.outcome === 'answered' ? answer : { ...answer, reason: redact(reason) };
  } catch (error) {
    const outcome = signal.aborted ? 'cancelled' : 'failed';
    await file({ outcome, reason: error instanceof Error ? error.message : String(error), spent: unknownCost });
    throw error;
  }
}
