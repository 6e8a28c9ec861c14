import { tools } from '#lib/tasks/tools.ts';
import type { Node, OutputOf } from '../../edges.ts';
import type { TaskContext } from '../context.ts';
import { atOnce, inHand, stepFact, type TaskEdge, toRecovery, troubled, work } from '../edges.ts';
import { nextCall, nextDeed, riskInWords, stepInWords } from '../words.ts';

/** What comes next has a risk that wants a yes, and none was given for it. */
export function needsYes(context: TaskContext): boolean {
  const deed = nextDeed(context);
  if (deed === null || context.settings.permissions[deed.risk] !== 'ask') return false;
  return !context.granted.includes(deed.risk) && context.grantedStep !== context.at.step;
}

/** The project never allows what comes next. */
export function isDenied(context: TaskContext): boolean {
  const deed = nextDeed(context);
  return deed !== null && context.settings.permissions[deed.risk] === 'deny';
}

const isIdempotent = (context: TaskContext): boolean => {
  const call = nextCall(context);
  return call !== null && tools[call.tool].idempotent;
};

type Used = OutputOf<'use-tool'>;

const usedWell: TaskEdge<Used> = {
  when: (_, { ok }) => ok,
  to: 'NEXT',
  label: 'done',
  because: (context, { summary }) => `${stepInWords(context)}, ${nextCall(context)?.tool ?? ''}: ${summary}`,
  evidence: (_, { evidence }) => evidence,
  change: ({ at, repairs }) => ({ at: { ...at, call: at.call + 1 }, repairs, trouble: null }),
};

const usedBadly: TaskEdge<Used> = {
  to: '#RECOVERING',
  label: 'failed',
  because: (context, { code, summary }) =>
    `${stepInWords(context)}, ${nextCall(context)?.tool ?? ''} failed (${code ?? 'E_IO'}): ${summary}`,
  evidence: (_, { evidence }) => evidence,
  change: (_, { code, summary }) => troubled('EXECUTING', code ?? 'E_IO', summary),
};

const place = ({ plan, at }: TaskContext) => ({ planId: plan?.planId ?? 'none', step: at.step, call: at.call });

/** Works the plan off, one tool call after the other; each wants the yes that its declared risk wants. */
export const executing: Node<TaskContext> = {
  id: 'EXECUTING',
  initial: 'NEXT',
  states: {
    NEXT: atOnce(
      {
        when: ({ plan, at }) => at.step >= (plan?.steps.length ?? 0),
        to: '#VERIFYING',
        label: 'all steps done',
        because: ({ plan }) =>
          plan?.steps.length === 1 ? 'its step is done' : `all ${plan?.steps.length ?? 0} steps are done`,
      },
      {
        when: (context) => nextCall(context) === null,
        to: 'NEXT',
        label: 'step done',
        because: (context) => `${stepInWords(context)} is done`,
        change: ({ at, statuses }) => ({
          at: { step: at.step + 1, call: 0 },
          statuses: statuses.map((status, step) => (step === at.step ? 'done' : status)),
          grantedStep: null,
          repairs: 0,
        }),
        record: [(context) => stepFact('done', context.at.step - 1)(context)],
      },
      {
        when: isDenied,
        to: '#RECOVERING',
        label: 'denied',
        because: (context) => `${stepInWords(context)} ${risky(context)}, which the project does not allow`,
        change: (context) => ({
          ...troubled('EXECUTING', 'E_POLICY_DENIED', `the project does not allow what ${risky(context)}`),
          ...inHand(context),
        }),
      },
      {
        when: needsYes,
        to: '#AWAITING_CONFIRMATION',
        label: 'needs a yes',
        because: (context) => `${stepInWords(context)} ${risky(context)}: it needs a yes`,
      },
      {
        when: isIdempotent,
        to: 'READ',
        because: (context) => `${stepInWords(context)} ${risky(context)}`,
        change: inHand,
        record: [stepFact('in_progress')],
      },
      {
        to: 'USE',
        because: (context) => `${stepInWords(context)} ${risky(context)}`,
        change: inHand,
        record: [stepFact('in_progress')],
      },
    ),
    READ: work('use-read-tool', {
      timeout: 'tool time-out',
      input: place,
      done: [usedWell, usedBadly],
      failed: toRecovery('EXECUTING'),
    }),
    USE: work('use-tool', {
      timeout: 'tool time-out',
      input: place,
      done: [usedWell, usedBadly],
      failed: toRecovery('EXECUTING'),
    }),
  },
};

function risky(context: TaskContext): string {
  const call = nextCall(context);
  return call === null ? 'has no call' : riskInWords[call.risk];
}
