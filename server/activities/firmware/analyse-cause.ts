import type { analyseCause as contract } from '#lib/activities/analysis.ts';
import type { Json } from '#lib/engine/json.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { taskFor } from './agent-task.ts';
import { analysisFiling } from './analysis.ts';

export const analyseCause: Perform<typeof contract> = async (turn, context) => {
  const { agent, task, desk } = await taskFor(context, turn);
  const analysis = await agent.analyse(task, desk);
  const stored = JSON.parse(JSON.stringify(analysis)) as Json;
  const analysisId = await context.host.artifacts.putJson(analysisFiling(context), stored);
  return {
    outcome: analysis.outcome,
    analysisId: analysis.outcome === 'analysed' ? analysisId : null,
    hypotheses: analysis.hypotheses.length,
    confidence: analysis.confidence,
    summary: oneSentence(analysis.summary),
    usage: analysis.usage,
  };
};
