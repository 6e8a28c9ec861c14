import { counted } from '#lib/format/count.ts';
import { actionInWords } from '#lib/workflow/action.ts';
import { rowKey } from '#lib/workflow/rows.ts';
import type { Fact, Node, OutputOf } from '../../edges.ts';
import { placeIn, stepId, type WorkflowContext } from '../context.ts';
import { type Cause, fails, row, work } from '../edges.ts';
import { placeOf } from '../facts.ts';
import { outside } from '../outside.ts';
import { notAchieved, notAchievedInWords, onAnswer, question, troubleIn, verdictInWords } from '../planning.ts';
import { whyUnfit } from '../proposals.ts';

/** Planning is asked whether the stage is done already; else its first step is next. */
export const stageRunning: Node<WorkflowContext> = {
  id: 'stage_running',
  on: outside('stage_running'),
  ...work('ask-planning', {
    timeout: 'planning time-out',
    input: question('stage_running', 'stage'),
    done: [
      fails('stage_running', 'NO_WORKFLOW', {
        when: ({ workflow }, { adopted }) => workflow === null && adopted === null,
        because: (_, { says }) => `there is no workflow, and Planning gave none: ${says}`,
      }),
      row('stage_running', 'COMPLETE_STAGE', {
        ...onAnswer('stage'),
        when: (_, { targetAchieved }) => targetAchieved,
        because: verdictInWords('stage'),
      }),
      row('stage_running', 'START_STEP', { ...onAnswer('stage'), because: verdictInWords('stage') }),
      fails('stage_running', notAchieved, { ...onAnswer('stage'), because: notAchievedInWords('stage') }),
    ],
    failed: [fails('stage_running', troubleIn('planning'), { because: (_, { message }) => message })],
  }),
};

/** Planning first: no step begins without having been asked for. */
export const stepRunning: Node<WorkflowContext> = {
  id: 'step_running',
  on: outside('step_running'),
  ...work('ask-planning', {
    timeout: 'planning time-out',
    input: question('step_running', 'step'),
    done: [
      row('step_running', 'COMPLETE_STEP', {
        ...onAnswer('step'),
        when: (_, { targetAchieved }) => targetAchieved,
        because: verdictInWords('step'),
      }),
      row('step_running', 'START_BEHAVIOR', { ...onAnswer('step'), because: verdictInWords('step') }),
    ],
    failed: [fails('step_running', troubleIn('planning'), { because: (_, { message }) => message })],
  }),
};

type Generated = OutputOf<'ask-generating'>;

/** The Generating service is asked for actions. */
export const behaviorRunning: Node<WorkflowContext> = {
  id: 'behavior_running',
  on: outside('behavior_running'),
  ...work('ask-generating', {
    timeout: 'generating time-out',
    input: (context) => ({ place: placeIn('behavior_running', context) }),
    done: [
      row<'behavior_running', Generated>('behavior_running', 'START_ACTION', {
        when: (_, { queue }) => queue.count > 0,
        because: (context, { queue, says }) =>
          `${counted(queue.count, 'action')} for step ${stepId(context) ?? ''}${says === '' ? '' : `: ${says}`}`,
        payload: ({ queue }) => ({ queue }),
        evidence: (_, { evidence }) => evidence,
      }),
      row('behavior_running', 'COMPLETE_BEHAVIOR', {
        because: (context, { says }) => `Generating has no action for step ${stepId(context) ?? ''}: ${says}`,
        evidence: (_, { evidence }) => evidence,
      }),
    ],
    failed: [fails('behavior_running', troubleIn('generating'), { because: (_, { message }) => message })],
  }),
};

type Performed = OutputOf<'perform-action'>;

const performed: Pick<Cause<Performed>, 'evidence' | 'record'> = {
  evidence: (_, { evidence }) => evidence,
  record: actionFact,
};

/** `action 2 of 3 adds a cell: …` */
function actionDone(_: WorkflowContext, { n, of, kind, summary }: Performed): string {
  return `action ${n} of ${of} ${actionInWords[kind]}: ${summary}`;
}

function withUpdate(context: WorkflowContext, what: Performed): string {
  return `${actionDone(context, what)}; the proposed update ${context.proposal?.summary ?? ''}`;
}

const isDone: Pick<Cause<Performed>, 'first'> = {
  first: ({ queue }) => (queue === null ? {} : { queue: { ...queue, next: queue.next + 1 } }),
};

/** One action is performed. An update that Planning has proposed is put to people once it is done. */
export const actionRunning: Node<WorkflowContext> = {
  id: 'action_running',
  on: outside('action_running'),
  ...work('perform-action', {
    timeout: 'action time-out',
    input: ({ queue, round, epoch }) => ({ queue: queue?.id ?? 'none', at: queue?.next ?? 0, round, epoch }),
    done: [
      fails('action_running', 'ACTION_FAILED', {
        ...performed,
        when: (_, { ok }) => !ok,
        because: actionDone,
      }),
      row('action_running', 'UPDATE_WORKFLOW', {
        ...performed,
        ...isDone,
        because: withUpdate,
      }),
      row('action_running', 'UPDATE_STEP', {
        ...performed,
        ...isDone,
        because: withUpdate,
      }),
      row('action_running', 'COMPLETE_ACTION', {
        ...performed,
        first: (context) => (context.proposal === null ? {} : { proposal: null }),
        because: (context, what) => `${actionDone(context, what)}${passedOver(context)}`,
      }),
    ],
    failed: [fails('action_running', 'ACTION_FAILED', { because: (_, { message }) => message })],
  }),
};

/** A proposal that nobody is asked about any more, with why. */
function passedOver(context: WorkflowContext): string {
  if (context.proposal === null) return '';
  return `; the proposed update is passed over, as ${whyUnfit(context, context.proposal) ?? 'it does not fit'}`;
}

function actionFact(context: WorkflowContext, { n, of, ok, kind, summary, cell, effect }: Performed): Fact {
  const { serial, round } = context;
  return {
    kind: 'action',
    key: rowKey(round, serial, n),
    data: { ...placeOf(context), serial, n, of, kind, ok, summary, cell, effect },
  };
}
