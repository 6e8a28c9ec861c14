import type { z } from 'zod';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import type { AgentAnswer } from '#server/agents/task-agent.ts';
import { messagesTo } from '#server/store/records.ts';
import { askInTurn } from '../ask-in-turn.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import { askedTask } from './facts.ts';

/** Asks the agents of the task in turn until one has something to say. The last one's answer is given whatever it is. */
export async function ask<Contract extends AgentTaskContract>(
  context: ActivityContext,
  contract: Contract,
  input: z.input<Contract['input']>,
): Promise<AgentAnswer<Contract>> {
  return await askInTurn(context, await askedTask(context), { contract, input });
}

/** The answer, or the failure that the machine recovers from. */
export async function mustAnswer<Contract extends AgentTaskContract>(
  context: ActivityContext,
  contract: Contract,
  input: z.input<Contract['input']>,
): Promise<z.output<Contract['answer']>> {
  const given = await ask(context, contract, input);
  if (given.outcome === 'answered') return given.answer;
  throw new ActivityFailure('E_MODEL', oneSentence(given.reason), { final: true });
}

/** Notes of people to the task. */
export async function notesTo({ host, runId }: ActivityContext): Promise<string[]> {
  return await messagesTo(host.pool, runId);
}
