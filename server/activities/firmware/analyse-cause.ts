import type { analyseCause as contract } from '#lib/activities/analysis.ts';
import type { Json } from '#lib/engine/json.ts';
import type { Analysis } from '#server/agents/agent.ts';
import type { ActivityContext } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { taskFor } from './agent-task.ts';
import { analyseByRules } from './analyse-by-rules.ts';
import { analysisFiling } from './analysis.ts';

export const analyseCause: Perform<typeof contract> = async (turn, context) => {
  const analysis = turn.by === 'rules' ? await analyseByRules(context) : await askFor(context, turn);
  const stored = JSON.parse(JSON.stringify(analysis)) as Json;
  const analysisId = await context.host.artifacts.putJson(analysisFiling(context), stored, { withEnd: true });
  return {
    outcome: analysis.outcome,
    analysisId: analysis.outcome === 'analysed' ? analysisId : null,
    hypotheses: analysis.hypotheses.length,
    confidence: analysis.confidence,
    summary: oneSentence(analysis.summary),
    usage: analysis.usage,
  };
};

async function askFor(context: ActivityContext, turn: Parameters<typeof taskFor>[1]): Promise<Analysis> {
  const { agent, task, desk } = await taskFor(context, turn);
  if (!agent.isPrepared) await context.confirmed;
  return await agent.analyse(task, desk);
}
