import { counted } from '#lib/format/count.ts';
import type { Node } from '../../edges.ts';
import type { TaskContext } from '../context.ts';
import { atOnce, ending, toRecovery, troubled, work } from '../edges.ts';
import { isDenied, needsYes } from './executing.ts';

/** Runs the plan's verification; a failure is repaired, or is a warning where it is not required. */
export const verifying: Node<TaskContext> = {
  id: 'VERIFYING',
  initial: 'DECIDE',
  states: {
    DECIDE: atOnce(
      {
        ...ending<null>('completed', { because: () => 'every step is done; the plan asks for no verification' }),
        when: ({ plan }) => plan?.verification.mode === 'none',
      },
      {
        when: isDenied,
        to: '#RECOVERING',
        label: 'denied',
        because: () => 'the plan verifies by commands of its own, and the project does not allow it to run any',
        change: () =>
          troubled('VERIFYING', 'E_POLICY_DENIED', 'the project does not allow the commands that the plan verifies by'),
      },
      {
        when: needsYes,
        to: '#AWAITING_CONFIRMATION',
        label: 'needs a yes',
        because: ({ plan }) =>
          `the verification runs ${counted(plan?.verification.own ?? 0, 'command')} of the plan's own: it needs a yes`,
      },
      { to: 'RUN', because: ({ plan }) => `verifies by ${plan?.verification.mode ?? 'custom'}` },
    ),
    RUN: work('verify-task', {
      timeout: 'verification time-out',
      input: ({ plan }) => ({ planId: plan?.planId ?? 'none' }),
      done: [
        {
          ...ending<{ readonly summary: string }>('completed', { because: (_, { summary }) => summary }),
          when: (_, { ok }) => ok,
          evidence: (_, { evidence }) => evidence,
        },
        {
          when: ({ plan }) => plan?.verification.required !== true,
          to: '#SUMMARIZING',
          label: 'failed, not required',
          because: (_, { summary }) => `${summary}; it was not required, so this is a warning`,
          evidence: (_, { evidence }) => evidence,
          change: (_, { summary }) => ({ outcome: 'completed', reason: summary, warning: summary }),
        },
        {
          to: '#RECOVERING',
          label: 'failed',
          because: (_, { summary }) => `verification failed (E_BUILD_FAIL): ${summary}`,
          evidence: (_, { evidence }) => evidence,
          change: (_, { summary }) => troubled('VERIFYING', 'E_BUILD_FAIL', summary),
        },
      ],
      failed: toRecovery('VERIFYING'),
    }),
  },
};
