import type { Json } from '#lib/engine/json.ts';
import type { CellLanguage } from './notebook.ts';
import { behaviorId, type WorkflowRow } from './rows.ts';
import type { WorkflowTemplate } from './template.ts';
import type { Position } from './update.ts';

/** What an observation is made from. */
export interface Observed {
  readonly state: string;
  readonly goal: string;
  readonly template: WorkflowTemplate | null;
  readonly at: Position;
  readonly iteration: number;
  readonly variables: { readonly [name: string]: Json };
  /** Of this round, oldest first. */
  readonly behaviors: readonly WorkflowRow<'behavior'>[];
  readonly actions: readonly WorkflowRow<'action'>[];
  readonly answers: readonly WorkflowRow<'planning'>[];
  readonly history: readonly WorkflowRow<'fsm'>[];
  readonly verdicts: readonly WorkflowRow<'update'>[];
  /** Notes of people. */
  readonly messages: readonly string[];
  /** What code cells are written in. */
  readonly language: CellLanguage;
}

/** How much of the past is told; the rest is in the run's rows. */
const told = { currentEffects: 50, earlierEffects: 20, transitions: 200, updates: 20 } as const;

/** The observation as services get it: where the workflow stands, what is to be reached, what has come of it. */
export function observationOf(observed: Observed) {
  const { template, at, iteration, state, history } = observed;
  const stage = template?.stages[at.stage];
  const step = at.step === null ? undefined : stage?.steps[at.step];
  const behavior = iteration === 0 ? null : behaviorId(iteration);
  const [current, earlier] = effectsOf(observed, step?.id ?? null, behavior);
  const last = history.at(-1);
  return {
    location: {
      current: {
        stage_id: stage?.id ?? null,
        step_id: step?.id ?? null,
        behavior_id: behavior,
        behavior_iteration: iteration,
      },
      progress: progressOf(observed),
      goals: { workflow: template?.goal || observed.goal, stage: stage?.goal ?? '', step: step?.goal ?? '' },
    },
    context: {
      variables: observed.variables,
      effects: { current, history: earlier },
      FSM: {
        state,
        last_transition: last === undefined ? null : `${last.event} -> ${last.to}`,
        timestamp: last === undefined ? null : new Date(last.at).toISOString(),
        history: history
          .slice(-told.transitions)
          .map(({ from, event, to, at: when }) => ({ from, event, to, timestamp: new Date(when).toISOString() })),
      },
      updates: updatesOf(observed).slice(-told.updates),
      messages: observed.messages,
      notebook: { language: observed.language },
    },
    workflow_template: template,
  };
}
export type Observation = ReturnType<typeof observationOf>;

function effectsOf({ actions, at, template }: Observed, step: string | null, behavior: string | null) {
  const stage = template?.stages[at.stage]?.id;
  const isCurrent = (one: WorkflowRow<'action'>) =>
    one.stage_id === stage && one.step_id === step && one.behavior_id === behavior;
  const effects = actions.filter(({ effect }) => effect !== null);
  const shown = ({ cell, ok, effect }: WorkflowRow<'action'>) => ({
    codecell_id: cell?.name ?? cell?.id ?? null,
    ok,
    output: effect?.text ?? '',
  });
  return [
    effects.filter(isCurrent).slice(-told.currentEffects).map(shown),
    effects
      .filter((one) => !isCurrent(one))
      .slice(-told.earlierEffects)
      .map(shown),
  ] as const;
}

/** Every update that was proposed, with what became of it. */
export function updatesOf({ answers, verdicts }: Pick<Observed, 'answers' | 'verdicts'>) {
  return answers.flatMap(({ proposal }) => {
    if (proposal === null) return [];
    const verdict = verdicts.findLast(({ id }) => id === proposal.id);
    const { kind, summary } = proposal;
    return [{ kind, summary, verdict: verdict?.verdict ?? 'open', reason: verdict?.reason ?? '' }];
  });
}

/** Per level: what is completed, what is worked on, what is left, and what Planning wants looked at. */
export function progressOf({
  template,
  at,
  iteration,
  behaviors,
  answers,
  state,
}: Pick<Observed, 'template' | 'at' | 'iteration' | 'behaviors' | 'answers' | 'state'>) {
  const stages = template?.stages.map(({ id }) => id) ?? [];
  const steps = template?.stages[at.stage]?.steps.map(({ id }) => id) ?? [];
  const stageDone = state === 'stage_completed' || state === 'workflow_completed';
  const stepDone = stageDone || state === 'step_completed';
  const focus = answers.flatMap((answer) => answer.focus);
  const focusOf = (level: (typeof focus)[number]['level']) => focus.findLast((one) => one.level === level)?.text ?? '';
  const stepId = at.step === null ? null : steps[at.step];
  const begun = behaviors.filter((one) => one.stage_id === stages[at.stage] && one.step_id === stepId);
  return {
    stages: { ...split(stages, at.stage, stageDone), focus: focusOf('stages') },
    steps: { ...split(steps, at.step, stepDone), focus: focusOf('steps') },
    behaviors: {
      completed: begun.filter(({ status }) => status === 'completed').map(({ behavior_id }) => behavior_id),
      current: iteration === 0 ? null : behaviorId(iteration),
      iteration,
      focus: focusOf('behaviors'),
    },
  };
}

function split(ids: readonly string[], at: number | null, isDone: boolean) {
  if (at === null) return { completed: [], current: null, remaining: ids };
  return {
    completed: ids.slice(0, isDone ? at + 1 : at),
    current: isDone ? null : (ids[at] ?? null),
    remaining: ids.slice(at + 1),
  };
}
