import type { Node } from '../../edges.ts';
import type { TaskContext } from '../context.ts';
import { atOnce, ending, stepFact, type TaskEdge, work } from '../edges.ts';
import { stepInWords } from '../words.ts';

const again = (from: 'CONTEXT_BUILDING' | 'PLANNING'): TaskEdge<null> => ({
  when: ({ trouble }) => trouble?.from === from,
  to: `#${from}`,
  label: 'again',
  because: ({ repairs, settings }) => `try ${repairs + 1} of ${settings.limits.repairs_per_step} of ${from}`,
  change: ({ repairs }) => ({ repairs: repairs + 1 }),
});

const repairsOf = ({ trouble, repairs, verificationRepairs }: TaskContext): number =>
  trouble?.from === 'VERIFYING' ? verificationRepairs : repairs;

/** One repair more, counted where the trouble came from. */
const counted = (context: TaskContext): Partial<TaskContext> =>
  context.trouble?.from === 'VERIFYING'
    ? { verificationRepairs: context.verificationRepairs + 1 }
    : { repairs: context.repairs + 1 };

const isSpent = (context: TaskContext): boolean => repairsOf(context) >= context.settings.limits.repairs_per_step;

const mayReplan = ({ replans, settings }: TaskContext): boolean => replans < settings.limits.repairs_per_step;

const blocked = (context: TaskContext): string => {
  const { trouble } = context;
  const repairs = repairsOf(context);
  return `${trouble?.code ?? 'E_IO'} after ${repairs} ${repairs === 1 ? 'repair' : 'repairs'}: ${trouble?.message ?? 'unknown trouble'}`;
};

/** The smallest fix, else back to before the step, else another plan; after three of them the task is blocked. */
export const recovering: Node<TaskContext> = {
  id: 'RECOVERING',
  initial: 'DECIDE',
  states: {
    DECIDE: atOnce(
      {
        ...ending<null>('blocked', { because: blocked }),
        when: isSpent,
        record: [stepFact('blocked')],
      },
      again('CONTEXT_BUILDING'),
      again('PLANNING'),
      { to: 'REPAIR', because: ({ trouble }) => `${trouble?.code ?? ''}: a repair is asked for` },
    ),
    REPAIR: work('draft-repair', {
      timeout: 'recovery time-out',
      input: ({ plan, at, trouble, ...context }) => ({
        planId: plan?.planId ?? 'none',
        step: at.step,
        call: at.call,
        code: trouble?.code ?? 'E_IO',
        message: trouble?.message ?? '',
        attempt: repairsOf({ plan, at, trouble, ...context }) + 1,
      }),
      done: [
        {
          when: (_, { outcome }) => outcome === 'fix',
          to: '#EXECUTING',
          label: 'fix',
          because: (_, { reason }) => `smallest fix: ${reason}`,
          change: (context, answer) =>
            answer.outcome === 'fix' ? { ...counted(context), ...fixed(context, answer.plan) } : {},
        },
        {
          when: (context, { outcome }) => outcome === 'roll-back' && mayReplan(context),
          to: 'UNDO',
          label: 'roll back',
          because: (context, { reason }) => `back to before ${stepInWords(context)}: ${reason}`,
          change: counted,
        },
        {
          when: (context, { outcome }) => outcome === 'replan' && mayReplan(context),
          to: '#PLANNING',
          label: 'plan anew',
          because: (_, { reason }) => `planned anew: ${reason}`,
          change: (context) => ({ ...counted(context), ...replanned(context) }),
        },
        {
          ...ending<{ readonly reason: string }>('blocked', {
            because: (context, { reason }) => `${blocked(context)}; ${reason}`,
          }),
          record: [stepFact('blocked')],
        },
      ],
      failed: [
        {
          ...ending<{ readonly message: string }>('blocked', {
            because: (context, { message }) => `${blocked(context)}; no repair was found: ${message}`,
          }),
          record: [stepFact('blocked')],
        },
      ],
    }),
    UNDO: work('undo-writes', {
      timeout: 'recovery time-out',
      // A failed verification speaks of everything that the plan has done.
      input: ({ lineage, at, trouble }) => ({
        since: 'step',
        planIds: [...lineage],
        step: trouble?.from === 'VERIFYING' ? 0 : at.step,
      }),
      done: [
        {
          when: (_, { ok }) => ok,
          to: '#PLANNING',
          label: 'rolled back',
          because: (_, { reason }) => `${reason}; what is left is planned anew`,
          change: replanned,
        },
        ending('blocked', { because: (context, { reason }) => `${blocked(context)}; the roll back failed: ${reason}` }),
      ],
      failed: [
        ending('blocked', {
          because: (context, { message }) => `${blocked(context)}; the roll back failed: ${message}`,
        }),
      ],
    }),
  },
};

/** The plan with the step mended: it begins again at the first call of that step. */
function fixed({ at: { step }, lineage }: TaskContext, plan: NonNullable<TaskContext['plan']>): Partial<TaskContext> {
  const at = Math.min(step, plan.steps.length - 1);
  return {
    plan,
    lineage: [...lineage, plan.planId],
    statuses: plan.steps.map((_, index) => (index < at ? ('done' as const) : ('pending' as const))),
    at: { step: at, call: 0 },
    // The yes was for what the step was before.
    grantedStep: null,
  };
}

function replanned({ replans, constraints, trouble }: TaskContext): Partial<TaskContext> {
  const lesson = `${trouble?.code ?? 'E_IO'}: ${trouble?.message ?? ''}`.slice(0, 400);
  return { replans: replans + 1, constraints: [...constraints, lesson].slice(-10) };
}
