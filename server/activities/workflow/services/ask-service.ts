import type { z } from 'zod';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import type { WorkflowService } from '#lib/config/sections/workflow-services.ts';
import type { Json } from '#lib/engine/json.ts';
import { redactJson } from '#server/artifacts/redact-json.ts';
import { keyRing } from '#server/vault/key-ring.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { askInTurn } from '../../ask-in-turn.ts';
import type { ActivityContext } from '../../context.ts';
import { openWorkflowTree } from '../facts.ts';
import type { ServiceAnswer } from './answer.ts';
import { post } from './post.ts';
import { withTries } from './with-tries.ts';

interface Question<Contract extends AgentTaskContract, Value> {
  readonly service: WorkflowService;
  /** What a service of the protocol is sent. */
  readonly body: Json;
  readonly read: (response: Response) => Promise<ServiceAnswer<Value>>;
  /** What an agent is asked in its place, and how its answer becomes the same value. */
  readonly contract: Contract;
  readonly input: z.input<Contract['input']>;
  readonly fromAgent: (answer: z.output<Contract['answer']>) => Value;
}

/** Asks a service of the protocol, or an agent behind the same interface. Throws only when it is cancelled. */
export async function askService<Contract extends AgentTaskContract, Value>(
  context: ActivityContext,
  { service, body, read, contract, input, fromAgent }: Question<Contract, Value>,
): Promise<ServiceAnswer<Value>> {
  if (service.use !== 'service') {
    const run = { agents: [service], ...(await openWorkflowTree(context)) };
    const said = await askInTurn(context, run, { contract, input });
    if (said.outcome === 'answered') return { outcome: 'answered', value: fromAgent(said.answer) };
    return { outcome: outcomes[said.outcome], reason: said.reason };
  }
  const { host, signal, log } = context;
  const { pool, home, redact } = host;
  const name = service.api_key_env;
  const found = name === undefined ? null : await keyRing({ pool, vault: vaultAt(home), redact }).keyOf(name);
  if (found?.ok === false) return { outcome: 'refused', reason: found.reason };
  const question = redactJson(body, redact);
  log.say(`asks ${service.url} to ${contract.name}`);
  return await withTries(() => post(service, { question, key: found?.value ?? null }, read, signal), {
    tries: service.tries,
    signal,
    say: (text) => log.say(text),
  });
}

/** An agent that fails may do better later; one that has nothing to say will not. */
const outcomes = { 'gave-up': 'refused', unreadable: 'unreadable', failed: 'unavailable' } as const;
