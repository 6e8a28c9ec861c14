import { counted } from '#lib/format/count.ts';
import type { Node } from '../../edges.ts';
import type { TaskContext } from '../context.ts';
import { stepFact, toRecovery, work } from '../edges.ts';
import { nextCall } from '../words.ts';
import { needsYes } from './executing.ts';

/** Gathers what the plan is made from. */
export const contextBuilding: Node<TaskContext> = {
  id: 'CONTEXT_BUILDING',
  ...work('gather-context', {
    timeout: 'context time-out',
    input: ({ question }) => ({ question }),
    done: [
      {
        to: '#PLANNING',
        label: 'gathered',
        because: (_, { files, symbols, hits, searchedWith }) =>
          `mapped ${counted(files, 'file')} with ${counted(symbols, 'symbol')}, ${counted(hits, 'hit')} of ${searchedWith}`,
        evidence: (_, { evidence }) => evidence,
        change: () => ({ trouble: null, repairs: 0 }),
      },
    ],
    failed: toRecovery('CONTEXT_BUILDING'),
  }),
};

/** Has the plan made. It starts anew at its first step; what earlier plans did stays done. */
export const planning: Node<TaskContext> = {
  id: 'PLANNING',
  ...work('draft-plan', {
    timeout: 'planning time-out',
    input: ({ constraints }) => ({ constraints: [...constraints] }),
    done: [
      {
        when: (context, plan) => needsYes({ ...context, plan, at: { step: 0, call: 0 }, grantedStep: null }),
        to: '#AWAITING_CONFIRMATION',
        label: 'needs a yes',
        because: (_, { summary }) => `${summary}; it needs a yes`,
        evidence: (_, { planId }) => [{ kind: 'artifact', id: planId, label: 'plan' }],
        change: (context, plan) => ({ ...begun(plan), repairs: keptRepairs(context) }),
        record: [planFact, stepFact('pending')],
      },
      {
        to: '#EXECUTING',
        label: 'planned',
        because: (_, { summary }) => summary,
        evidence: (_, { planId }) => [{ kind: 'artifact', id: planId, label: 'plan' }],
        change: (context, plan) => ({ ...begun(plan), repairs: keptRepairs(context) }),
        record: [planFact, stepFact('pending')],
      },
    ],
    failed: toRecovery('PLANNING'),
  }),
};

/** A new plan does not make a failing task try for ever. */
function keptRepairs({ trouble, repairs }: TaskContext): number {
  return trouble?.from === 'EXECUTING' ? repairs : 0;
}

/** A plan from its beginning. */
export function begun(plan: NonNullable<TaskContext['plan']>): Partial<TaskContext> {
  return {
    plan,
    lineage: [plan.planId],
    statuses: plan.steps.map(() => 'pending' as const),
    at: { step: 0, call: 0 },
    grantedStep: null,
    repairs: 0,
    trouble: null,
  };
}

/** The plan as pages show it. */
export function planFact({ plan, ...context }: TaskContext) {
  return {
    kind: 'plan',
    key: 'current',
    data: {
      plan_id: plan?.planId ?? null,
      summary: plan?.summary ?? '',
      next: nextCall({ plan, ...context })?.tool ?? null,
    },
  };
}
