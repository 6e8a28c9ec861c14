import { z } from 'zod';
import type { Json } from '#lib/engine/json.ts';
import { type Observation, observationOf } from '#lib/workflow/observation.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import { messagesTo } from '#server/store/records.ts';
import type { ActivityContext } from '../context.ts';
import { cellLanguage } from './cell-language.ts';
import { rowsOf, templateAt, workflowInputOf } from './facts.ts';

/** Where the machine stands, as it tells its activities. */
export interface Place {
  readonly state: string;
  readonly workflow: string | null;
  readonly stage: number;
  readonly step: number | null;
  readonly iteration: number;
  readonly round: number;
}

/** The observation as it stands: what the machine knows, and what the rows of the run say. */
export async function observe(context: ActivityContext, place: Place): Promise<Observation> {
  const { round, iteration, state, stage, step, workflow } = place;
  const [{ goal }, template, behaviors, actions, answers, history, verdicts, messages, language] = await Promise.all([
    workflowInputOf(context),
    workflow === null ? null : templateAt(context, workflow),
    rowsOf(context, 'behavior', round),
    rowsOf(context, 'action', round),
    rowsOf(context, 'planning', round),
    rowsOf(context, 'fsm'),
    rowsOf(context, 'update'),
    messagesTo(context.host.pool, context.runId),
    cellLanguage(context),
  ]);
  const variables = await variablesOf(
    context,
    answers.findLast((one) => one.variables !== null)?.variables?.id ?? null,
  );
  return observationOf({
    ...{
      state,
      goal,
      template,
      iteration,
      variables,
      behaviors,
      actions,
      answers,
      history,
      verdicts,
      messages,
      language,
    },
    at: { stage, step },
  });
}

const variables = z.record(z.string(), z.json());

/** The variables that Planning has set so far. */
export async function variablesOf({ host }: ActivityContext, hash: string | null): Promise<{ [name: string]: Json }> {
  if (hash === null) return {};
  return await artifactAs(host.artifacts, hash, variables);
}
