import type { askGenerating as contract } from '#lib/activities/workflow.ts';
import { generating } from '#lib/agents/tasks/workflow.ts';
import type { Json } from '#lib/engine/json.ts';
import { counted } from '#lib/format/count.ts';
import type { Action } from '#lib/workflow/action.ts';
import { ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { workflowInputOf } from './facts.ts';
import { observe } from './observe.ts';
import { askService } from './services/ask-service.ts';
import { readActions } from './services/read-actions.ts';

/** Asks Generating for actions and keeps them as the queue of the behavior. None of them counts before all have come. */
export const askGenerating: Perform<typeof contract> = async ({ place }, context) => {
  const { generating: service } = await workflowInputOf(context);
  const observation = await observe(context, place);
  const said = await askService(context, {
    service,
    body: { kind: 'get_actions', observation: JSON.parse(JSON.stringify(observation)) as Json, stream: true },
    read: readActions,
    contract: generating,
    input: { observation },
    fromAgent: ({ actions }): readonly Action[] => actions,
  });
  if (said.outcome !== 'answered')
    throw new ActivityFailure('GENERATING_FAILED', oneSentence(said.reason), { final: true });
  const { runId, iteration, activityId, host } = context;
  const id = await host.artifacts.putJson(
    { runId, iteration, activityId, kind: 'plan', name: `actions-${activityId}` },
    JSON.parse(JSON.stringify(said.value)) as Json,
  );
  const kinds = (['add', 'exec'] as const).flatMap((kind) => {
    const amount = said.value.filter(({ action }) => action === kind).length;
    return amount === 0 ? [] : [`${counted(amount, kind, kind)}`];
  });
  return {
    queue: { id, count: said.value.length },
    says: oneSentence(kinds.length === 0 ? 'no actions' : kinds.join(', ')),
    evidence: [{ kind: 'artifact', id, label: 'actions' }],
  };
};
