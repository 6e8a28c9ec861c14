import type { Constraint } from '#lib/activities/patch.ts';
import type { Intent } from '#lib/activities/shapes.ts';
import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import { lastGain } from '#lib/machines/firmware-loop/last-gain.ts';
import type { Agent, AgentTask, Bench, Desk } from '#server/agents/agent.ts';
import { askAgent } from '#server/agents/ask-agent.ts';
import { insertSearchTrials, searchTrials } from '#server/store/search-trials.ts';
import type { ActivityContext } from '../context.ts';
import { filedMessages, filedRecords } from '../filed.ts';
import { proposedSources } from './proposal.ts';
import { readAtBase } from './read-at-base.ts';
import { configOf, inputOf } from './run-facts.ts';
import { situationOf } from './situation/situation.ts';
import { agentOf } from './strategies.ts';
import { openTree } from './workspace.ts';

/** What an activity that asks an agent was asked itself. */
interface Turn {
  readonly iteration: number;
  readonly intent: Intent;
  readonly strategy: string;
  readonly agent: number;
  readonly constraint?: Constraint;
}

/** An agent with everything it is asked with. */
interface AgentsTurn {
  readonly agent: Agent;
  readonly task: AgentTask;
  readonly desk: Desk;
}

/** The agent whose turn it is. A diagnostic change is a small one whatever was asked. */
export async function taskFor(context: ActivityContext, turn: Turn): Promise<AgentsTurn> {
  const [config, input, { git, workspace }, proposed, messages] = await Promise.all([
    configOf(context),
    inputOf(context),
    openTree(context),
    proposedSources(context),
    filedMessages(context),
  ]);
  const { iteration, intent, constraint = 'none' } = turn;
  const { agent, agentConfig } = agentOf(config, input, turn);
  const task: AgentTask = {
    config: agentConfig,
    git,
    workspace,
    iteration,
    intent,
    constraint: intent === 'diagnose' && constraint === 'none' ? 'minimal' : constraint,
    proposed,
    gain: async () => (input.roll_back === 'never' ? null : await gainOf(context)),
    messages,
    bench: benchOf(context, config, input.environment),
    signal: context.signal,
    log: context.log,
  };
  return { agent, task, desk: deskOf(context, task, turn.strategy) };
}

async function gainOf(context: ActivityContext): Promise<string | null> {
  return lastGain(await filedRecords(context, 'iteration'));
}

function deskOf(context: ActivityContext, task: AgentTask, strategy: string): Desk {
  return {
    situation: (wanted) => situationOf(context, task, { ...wanted, strategy }),
    ask: ({ contract, input, tree }) =>
      askAgent(context, {
        agent: task.config,
        contract,
        input,
        tree,
        strategy,
        readFile: (path) => readAtBase(task, path),
      }),
  };
}

function benchOf(context: ActivityContext, project: FirmwareLoopConfig, environment: string): Bench {
  const { activityId, runId, iteration, host } = context;
  return {
    project,
    environment,
    activityId,
    home: host.home,
    watchdog: host.watchdog,
    async record(name, value) {
      await host.artifacts.putJson({ runId, iteration, kind: 'file', name: `${name}.json`, activityId }, value);
    },
    knowledge: {
      read: () => searchTrials(host.pool),
      add: (records) => insertSearchTrials(host.pool, { runId, activityId }, records),
    },
  };
}
