import type { estimateImpact as contract } from '#lib/activities/analysis.ts';
import { counted } from '#lib/format/count.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { readAnalysis } from './analysis.ts';

const namedFiles = 5;

/** A source file named in a hypothesis is where the change is expected. */
const fileName = /[\w./-]+\.(?:c|h|cc|cpp|hpp|cxx|s|S|ld|rs|py)\b/g;

export const estimateImpact: Perform<typeof contract> = async ({ iteration, analysisId }, context) => {
  const analysis = await readAnalysis(context, analysisId);
  const files = [...new Set([...analysis.files, ...analysis.hypotheses.flatMap((text) => text.match(fileName) ?? [])])];
  const risk = 1 - analysis.confidence;
  const { runId, activityId } = context;
  const planId = await context.host.artifacts.putJson(
    { runId, iteration, kind: 'plan', name: 'plan', activityId },
    { files, expected: analysis.summary, risk },
    { withEnd: true },
  );
  return { planId, files: files.length, risk, summary: oneSentence(expectation(files)) };
};

function expectation(files: readonly string[]): string {
  if (files.length === 0) return 'the analysis names no file';
  const rest = files.length > namedFiles ? ` and ${counted(files.length - namedFiles, 'more file', 'more files')}` : '';
  return `expected to change: ${files.slice(0, namedFiles).join(', ')}${rest}`;
}
