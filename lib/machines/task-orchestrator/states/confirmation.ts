import { counted } from '#lib/format/count.ts';
import type { Node } from '../../edges.ts';
import type { TaskContext } from '../context.ts';
import { due, ending, on, type TaskEdge, work } from '../edges.ts';
import { mostRefusals } from '../tunables.ts';
import { decideWhoAnswers, waitsFor } from '../waiting.ts';
import { deedsInWords, isUntouched, nextDeed, riskInWords, stepInWords } from '../words.ts';
import { begun, planFact } from './planning.ts';
import { undo, undoing } from './undoing.ts';

type Scope = 'step' | 'kind';
interface Said {
  readonly by: string;
  readonly why: string;
  readonly scope: Scope;
}

const yes = <What>(read: (what: What) => Said): Omit<TaskEdge<What>, 'when'> => ({
  to: '#EXECUTING',
  label: 'yes',
  because: (context, what) => {
    const { by, why, scope } = read(what);
    const reach = scope === 'kind' ? 'everything of this kind in this run' : 'this step';
    return `${by} says yes to ${reach}: ${stepInWords(context)} ${scope === 'kind' ? wanted(context) : deedsInWords(context)}${why === '' ? '' : ` (${why})`}`;
  },
  change: (context, what) => {
    const deed = nextDeed(context);
    const ofKind = read(what).scope === 'kind' && deed !== null;
    return ofKind ? { granted: [...context.granted, deed.risk] } : { grantedStep: context.at.step };
  },
  record: [confirmed('yes', read)],
});

/** A first no has the plan made anew with the refusal as a constraint; a second one ends the task. */
const no = <What>(read: (what: What) => Said): readonly Omit<TaskEdge<What>, 'when'>[] => [
  {
    to: '#PLANNING',
    label: 'no',
    because: (context, what) => `${refusal(context, read(what))}; it is planned anew without it`,
    change: (context, what) => ({
      refusals: context.refusals + 1,
      constraints: [...context.constraints, refusal(context, read(what)).slice(0, 400)].slice(-10),
    }),
    record: [confirmed('no', read)],
  },
];

const gaveUp = <What>(read: (what: What) => Said): TaskEdge<What> => ({
  ...ending<What>('cancelled', { because: (context, what) => `${refusal(context, read(what))}, for the second time` }),
  record: [confirmed('no', read)],
});

const isSecond = ({ refusals }: TaskContext): boolean => refusals + 1 >= mostRefusals;

type Answer = { readonly by: string; readonly reason: string; readonly scope: Scope };
const ofPerson = ({ by, reason, scope }: Answer): Said => ({ by, why: reason, scope });
const ofTime = (): Said => ({ by: 'nobody', why: 'no answer in time', scope: 'step' });
const ofPlaybook = ({ answer, reason }: { answer: string; reason: string }): Said => ({
  by: 'the playbook',
  why: reason,
  scope: /\bkind\b/i.test(answer) ? 'kind' : 'step',
});

/** Waits for a yes to the next call that wants one. It is bound to the plan that was shown. */
export const awaitingConfirmation: Node<TaskContext> = {
  id: 'AWAITING_CONFIRMATION',
  initial: 'DECIDE',
  states: {
    DECIDE: decideWhoAnswers((context) => `waits for a yes: ${stepInWords(context)} ${deedsInWords(context)}`),
    OPEN: waitsFor('confirmation due', 'confirm_minutes', {
      ...on(
        'CONFIRM',
        { ...yes(ofPerson), when: ({ plan }, { answer, planId }) => answer === 'yes' && planId === plan?.planId },
        { ...gaveUp(ofPerson), when: (context, { answer }) => answer === 'no' && isSecond(context) },
        ...no<TaskConfirm>(ofPerson).map((edge) => ({
          ...edge,
          when: (_: TaskContext, { answer }: TaskConfirm) => answer === 'no',
        })),
      ),
      ...on('PLAN_EDITED', {
        when: (context, { planId }) => planId === context.plan?.planId && isUntouched(context),
        to: '#EXECUTING',
        label: 'plan edited',
        because: (_, { by, plan, reason }) =>
          `${by} changes the plan to ${counted(plan.steps.length, 'step')}${reason === '' ? '' : `: ${reason}`}`,
        evidence: (_, { plan }) => [{ kind: 'artifact', id: plan.planId, label: 'plan' }],
        change: (_, { plan }) => begun(plan),
        record: [planFact],
      }),
      ...undo,
      ...due('TIMEOUT', { ...gaveUp(ofTime), when: isSecond }, ...no(ofTime)),
    }),
    UNDO: undoing,
    ASK: work('answer-for-person', {
      timeout: 'answer time-out',
      input: (context) => ({
        question: `${stepInWords(context)} ${deedsInWords(context)}. Is that all right?`,
        options: ['yes', 'yes to this kind', 'no'],
        about: 'confirmation',
      }),
      done: [
        { ...yes(ofPlaybook), when: (_, { answered, answer }) => answered && /^yes\b/i.test(answer) },
        { ...gaveUp(ofPlaybook), when: isSecond },
        ...no(ofPlaybook),
      ],
      failed: [{ ...gaveUp(ofTime), when: isSecond }, ...no(ofTime)],
    }),
  },
};

interface TaskConfirm extends Answer {
  readonly answer: 'yes' | 'no';
}

function wanted(context: TaskContext): string {
  const deed = nextDeed(context);
  return deed === null ? 'has nothing to do' : `${riskInWords[deed.risk]} (${deed.tool})`;
}

function refusal(context: TaskContext, { by, why }: Said): string {
  return `${by} says no to ${stepInWords(context)}, which ${wanted(context)}${why === '' ? '' : `: ${why}`}`;
}

function confirmed<What>(answer: 'yes' | 'no', read: (what: What) => Said) {
  return ({ plan, at }: TaskContext, what: What) => {
    const { by, why, scope } = read(what);
    const key = `${plan?.planId.slice(0, 12) ?? ''}:${at.step}:${at.call}`;
    return { kind: 'confirmation', key, data: { answer, by, reason: why, scope, plan_id: plan?.planId ?? null } };
  };
}
