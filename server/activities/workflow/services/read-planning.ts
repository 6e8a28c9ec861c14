import { describeIssues } from '#lib/describe-issues.ts';
import { clip } from '#lib/format/clip.ts';
import { jsonLines } from '#lib/workflow/json-lines.ts';
import { type PlanningAnswer, planningAnswer } from '#lib/workflow/planning-answer.ts';
import type { ServiceAnswer } from './answer.ts';

/** Reads what Planning answers: one JSON object, or lines of JSON of which the last one is the answer. */
export async function readPlanning(response: Response): Promise<ServiceAnswer<PlanningAnswer>> {
  const text = await response.text();
  const value = jsonIn(text);
  if (value === undefined)
    return { outcome: 'unreadable', reason: `Planning answers no JSON: ${clip(text, 100).text}` };
  const read = planningAnswer.safeParse(value);
  return read.success
    ? { outcome: 'answered', value: read.data }
    : {
        outcome: 'unreadable',
        reason: `Planning's answer cannot be read: ${clip(describeIssues(read.error), 300).text}`,
      };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return lastLineOf(text);
  }
}

function lastLineOf(text: string): unknown {
  const lines = jsonLines();
  try {
    return [...lines.add(text), ...(lines.end() ?? [])].at(-1);
  } catch {
    return undefined;
  }
}
