import type { analyseCause as contract } from '#lib/activities/analysis.ts';
import type { Json } from '#lib/engine/json.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { proposedSources } from './proposal.ts';
import { configOf, inputOf } from './run-facts.ts';
import { agentOf } from './strategies.ts';
import { openTree } from './workspace.ts';

export const analyseCause: Perform<typeof contract> = async ({ iteration, intent, strategy, agent: turn }, context) => {
  const [config, input, { git, workspace }] = await Promise.all([
    configOf(context),
    inputOf(context),
    openTree(context),
  ]);
  const { agent, agentConfig } = agentOf(config, input, { strategy, agent: turn });
  const proposed = await proposedSources(context);
  const analysis = await agent.analyse({
    config: agentConfig,
    git,
    workspace,
    iteration,
    intent,
    constraint: 'none',
    proposed,
    signal: context.signal,
    log: context.log,
  });
  const filing = {
    runId: context.runId,
    iteration,
    kind: 'analysis',
    name: 'analysis',
    activityId: context.activityId,
  } as const;
  const analysisId = await context.host.artifacts.putJson(filing, JSON.parse(JSON.stringify(analysis)) as Json);
  return {
    outcome: analysis.outcome,
    analysisId: analysis.outcome === 'analysed' ? analysisId : null,
    hypotheses: analysis.hypotheses.length,
    confidence: analysis.confidence,
    summary: oneSentence(analysis.summary),
    usage: analysis.usage,
  };
};
