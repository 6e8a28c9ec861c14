import type { Json } from '#lib/engine/json.ts';
import { clip } from '#lib/format/clip.ts';
import type { PlanningAnswer } from '#lib/workflow/planning-answer.ts';
import type { ActivityContext } from '../context.ts';
import { rowsOf } from './facts.ts';
import { variablesOf } from './observe.ts';

const mostFocus = 4_000;

/** Keeps an answer of Planning as it came, the variables that it sets with those that are set already, and its focus texts. */
export async function keepAnswer(context: ActivityContext, answer: PlanningAnswer, round: number) {
  const { host, runId, iteration, activityId } = context;
  const filing = { runId, iteration, activityId, kind: 'analysis' } as const;
  const id = await host.artifacts.putJson({ ...filing, name: `planning-${activityId}` }, plain(answer));
  const { variables, progress_update } = answer.context_update ?? {};
  const focus = [progress_update ?? []]
    .flat()
    .slice(0, 3)
    .map(({ level, focus: text }) => ({ level, text: clip(text, mostFocus).text }));
  return { id, focus, variables: variables === undefined ? null : await set(variables) };

  async function set(changes: { readonly [name: string]: Json }) {
    const before = (await rowsOf(context, 'planning', round)).findLast((row) => row.variables !== null)?.variables;
    const all = { ...(await variablesOf(context, before?.id ?? null)), ...changes };
    const hash = await host.artifacts.putJson({ ...filing, name: `variables-${activityId}` }, plain(all));
    return { id: hash, count: Object.keys(all).length };
  }
}

function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
