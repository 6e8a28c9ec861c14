import { counted } from '#lib/format/count.ts';
import type { Failure, Node, OutputOf } from '../../edges.ts';
import {
  hasNextAction,
  hasNextStage,
  hasNextStep,
  placeIn,
  stageId,
  stepId,
  type WorkflowContext,
} from '../context.ts';
import { atOnce, fails, row, rowOf, work } from '../edges.ts';
import { outside } from '../outside.ts';
import {
  notAchieved,
  notAchievedInWords,
  onAnswer,
  type Planned,
  question,
  troubleIn,
  verdictInWords,
} from '../planning.ts';
import type { WorkflowEvent, WorkflowState } from '../table.ts';

/** The notebook and the observation are written as they stand before the client goes on; that they cannot be keeps nobody from it. */
function kept(state: WorkflowState) {
  return {
    timeout: 'notebook time-out',
    input: (context: WorkflowContext) => ({ place: placeIn(state, context) }),
  } as const;
}

/** The client looks at its queue: another action, or the behavior is done. */
export const actionCompleted: Node<WorkflowContext> = {
  id: 'action_completed',
  on: outside('action_completed'),
  ...work('keep-notebook', {
    ...kept('action_completed'),
    done: nextAction<OutputOf<'keep-notebook'>>((_, { cells }) => `the notebook has ${counted(cells, 'cell')}`),
    failed: nextAction<Failure>((_, { message }) => `the notebook was not written: ${message}`),
  }),
};

function nextAction<What>(because: (context: WorkflowContext, what: What) => string) {
  return [
    row<'action_completed', What>('action_completed', 'NEXT_ACTION', {
      because: (context, what) =>
        `action ${(context.queue?.next ?? 0) + 1} of ${context.queue?.count ?? 0} is next; ${because(context, what)}`,
    }),
    row<'action_completed', What>('action_completed', 'COMPLETE_BEHAVIOR', {
      when: (context) => !hasNextAction(context),
      because: (context, what) =>
        `all ${context.queue?.count ?? 0} actions of the behavior are done; ${because(context, what)}`,
    }),
  ];
}

/** Planning is told what came of the behavior, and says whether the step goes on, is done, or neither. */
export const behaviorCompleted: Node<WorkflowContext> = {
  id: 'behavior_completed',
  on: outside('behavior_completed'),
  ...work('ask-planning', {
    timeout: 'planning time-out',
    input: question('behavior_completed', 'behavior'),
    done: [
      row('behavior_completed', 'NEXT_BEHAVIOR', {
        ...onAnswer('behavior'),
        when: (_, { continueBehaviors }) => continueBehaviors,
        because: (context, answer) =>
          `behavior_iteration ${context.iteration + 1} of at most ${context.settings.limits.behaviors_per_step}; ${verdictInWords('step')(context, answer)}`,
      }),
      fails('behavior_completed', 'ITERATION_LIMIT', {
        ...onAnswer('behavior'),
        when: (_, { continueBehaviors }) => continueBehaviors,
        because: ({ iteration, settings }) =>
          `behavior_iteration ${iteration} has reached its limit of ${settings.limits.behaviors_per_step}, and Planning wants another`,
      }),
      row('behavior_completed', 'COMPLETE_STEP', {
        ...onAnswer('behavior'),
        when: (_, { targetAchieved }) => targetAchieved,
        because: verdictInWords('step'),
      }),
      fails('behavior_completed', notAchieved, { ...onAnswer('behavior'), because: notAchievedInWords('step') }),
    ],
    failed: [fails('behavior_completed', troubleIn('planning'), { because: (_, { message }) => message })],
  }),
};

interface GoesOn {
  readonly left: (context: WorkflowContext) => boolean;
  readonly next: WorkflowEvent;
  readonly nextInWords: (context: WorkflowContext) => string;
  readonly about: 'stage' | 'workflow';
  readonly done: WorkflowEvent;
}

/** A state in which the client goes on by itself while something is left, and asks Planning when nothing is. */
function goesOn(
  state: 'step_completed' | 'stage_completed',
  { left, next, nextInWords, about, done }: GoesOn,
): Node<WorkflowContext> {
  const goOn = [rowOf<unknown>(state, next, { because: nextInWords })];
  return {
    id: state,
    on: outside(state),
    initial: 'deciding',
    states: {
      deciding: atOnce(
        { when: left, to: 'keeping', because: () => 'the notebook is written before it goes on' },
        { to: 'asking', because: () => `nothing is left: Planning is asked about the ${about}` },
      ),
      keeping: work('keep-notebook', { ...kept(state), done: goOn, failed: goOn }),
      asking: work('ask-planning', {
        timeout: 'planning time-out',
        input: question(state, about),
        done: [
          rowOf<Planned>(state, done, {
            ...onAnswer(about),
            when: (_, { targetAchieved }) => targetAchieved,
            because: (context, answer) => `${verdictInWords(about)(context, answer)}${neverAsked(context, about)}`,
          }),
          fails(state, notAchieved, { ...onAnswer(about), because: notAchievedInWords(about) }),
        ],
        failed: [fails(state, troubleIn('planning'), { because: (_, { message }) => message })],
      }),
    },
  };
}

/** Updates are put to people when an action is done; one that comes with the last answers finds none. */
function neverAsked({ proposal }: WorkflowContext, about: 'stage' | 'workflow'): string {
  return proposal === null || about === 'stage' ? '' : `; nobody was asked about the update that ${proposal.summary}`;
}

export const stepCompleted = goesOn('step_completed', {
  left: hasNextStep,
  next: 'NEXT_STEP',
  nextInWords: (context) => `step ${stepId(context) ?? ''} is done; the next one of ${stageId(context) ?? ''} follows`,
  about: 'stage',
  done: 'COMPLETE_STAGE',
});

export const stageCompleted = goesOn('stage_completed', {
  left: hasNextStage,
  next: 'NEXT_STAGE',
  nextInWords: (context) => `stage ${stageId(context) ?? ''} is done; the next one follows`,
  about: 'workflow',
  done: 'COMPLETE_WORKFLOW',
});
