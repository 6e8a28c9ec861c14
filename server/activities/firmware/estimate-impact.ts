import { z } from 'zod';
import type { estimateImpact as contract } from '#lib/activities/analysis.ts';
import type { Perform } from '../perform.ts';

const analysisSchema = z.object({ hypotheses: z.array(z.string()), summary: z.string(), confidence: z.number() });

/** A C file or header named in a hypothesis is where the change is expected. */
const fileName = /[\w./-]+\.(?:c|h|cc|cpp|hpp|cxx|s|S|ld|rs|py)\b/g;

export const estimateImpact: Perform<typeof contract> = async ({ iteration, analysisId }, context) => {
  const analysis = analysisSchema.parse(JSON.parse((await context.host.artifacts.get(analysisId)).toString('utf8')));
  const files = [...new Set(analysis.hypotheses.flatMap((text) => text.match(fileName) ?? []))];
  const risk = 1 - analysis.confidence;
  const summary =
    files.length === 0 ? 'the analysis names no file' : `expected to change: ${files.slice(0, 5).join(', ')}`;
  const filing = {
    runId: context.runId,
    iteration,
    kind: 'plan',
    name: 'plan',
    activityId: context.activityId,
  } as const;
  const planId = await context.host.artifacts.putJson(filing, { files, expected: analysis.summary, risk });
  return { planId, files: files.length, risk, summary };
};
