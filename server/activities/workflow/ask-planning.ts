import type { askPlanning as contract } from '#lib/activities/workflow.ts';
import { planning } from '#lib/agents/tasks/workflow.ts';
import type { Json } from '#lib/engine/json.ts';
import { clip } from '#lib/format/clip.ts';
import type { Observation } from '#lib/workflow/observation.ts';
import { fallbackPlanning, type PlanningAnswer, verdictOf } from '#lib/workflow/planning-answer.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { workflowInputOf } from './facts.ts';
import { keepAnswer } from './keep-answer.ts';
import { observe } from './observe.ts';
import { readUpdates } from './read-updates.ts';
import type { ServiceAnswer } from './services/answer.ts';
import { askService } from './services/ask-service.ts';
import { readPlanning } from './services/read-planning.ts';

type About = 'stage' | 'step' | 'behavior' | 'workflow';

/**
 * Asks Planning about a target. One that cannot be reached is answered for by the protocol's fallback; one that says it
 * stands elsewhere is told once where this run stands, and if it stays there the two are out of step.
 */
export const askPlanning: Perform<typeof contract> = async ({ about, place }, context) => {
  const { workflow } = await workflowInputOf(context);
  const observation = await observe(context, place);
  const first = await ask(context, { about, observation, resynchronise: false });
  const isElsewhere = first.outcome === 'answered' && elsewhere(first.value, observation) !== null;
  const said = isElsewhere ? await ask(context, { about, observation, resynchronise: true }) : first;
  if (said.outcome === 'unreadable' || said.outcome === 'refused')
    throw new ActivityFailure('PLANNING_FAILED', oneSentence(said.reason), { final: true });
  const answer = said.outcome === 'answered' ? said.value : fallbackPlanning;
  const unavailable = said.outcome === 'answered' ? null : said.reason;
  const still = elsewhere(answer, observation);
  if (still !== null)
    throw new ActivityFailure('OUT_OF_SYNC', oneSentence(`Planning stands at ${still}, this run does not`), {
      final: true,
    });
  const kept = await keepAnswer(context, answer, place.round);
  const updates = await readUpdates(context, { answer, place, first: workflow });
  const notes = [
    isElsewhere ? 'Planning stood elsewhere and was re-synchronised' : '',
    unavailable ?? kept.focus[0]?.text ?? '',
    updates.ignored ?? '',
  ];
  return {
    ...verdictOf(answer),
    fallback: unavailable !== null,
    says: oneSentence(
      notes
        .filter(Boolean)
        .map((note) => clip(note, 180).text.replace(/[.;]+$/, ''))
        .join('; '),
    ),
    focus: kept.focus,
    variables: kept.variables,
    adopted: updates.adopted,
    proposal: updates.proposal,
    evidence: [{ kind: 'artifact', id: kept.id, label: 'answer of Planning' }],
  };
};

async function ask(
  context: ActivityContext,
  { about, observation, resynchronise }: { about: About; observation: Observation; resynchronise: boolean },
): Promise<ServiceAnswer<PlanningAnswer>> {
  const { planning: service } = await workflowInputOf(context);
  const shown = JSON.parse(JSON.stringify(observation)) as Json;
  return await askService(context, {
    service,
    body: {
      kind: kinds[about],
      observation: shown,
      ...(about === 'behavior' && { behavior_feedback: feedbackOn(observation) }),
      ...(resynchronise && { resynchronise: true }),
      stream: false,
    },
    read: readPlanning,
    contract: planning,
    input: { about, observation },
    fromAgent: (answer) => answer,
  });
}

const kinds = {
  stage: 'check_stage_goal',
  step: 'check_step_goal',
  behavior: 'behavior_feedback',
  workflow: 'check_workflow_goal',
} as const satisfies Record<About, string>;

function feedbackOn({ location, context }: Observation): Json {
  const { behavior_id, behavior_iteration } = location.current;
  const effects = context.effects.current;
  return {
    behavior_id,
    behavior_iteration,
    effects: effects.length,
    failed: effects.filter(({ ok }) => !ok).length,
  };
}

/** Where an answer says that the workflow stands, when that is another place; null when it says nothing or agrees. */
function elsewhere({ location }: PlanningAnswer, { location: here }: Observation): string | null {
  const { stage_id = null, step_id = null } = location?.current ?? {};
  const differs =
    (stage_id !== null && stage_id !== here.current.stage_id) || (step_id !== null && step_id !== here.current.step_id);
  return differs ? [stage_id, step_id].filter(Boolean).join('/') : null;
}
