import { cancel, enqueueActions } from 'xstate';
import type { Change, FirmwareLoopContext } from '../context.ts';
import { iterationFact } from '../facts.ts';
import { passed } from '../recovery/plan.ts';
import { troubled } from '../recovery/trouble.ts';
import { due, type Node, on } from '../wiring.ts';

/**
 * A patch above the risk threshold waits for a person. The answer names the very patch that was looked at, counts once,
 * and the lack of one in time is a no. A patch that was refused is a repeat when it comes again.
 */
export const patchApproval: Node = {
  tags: ['waiting'],
  entry: enqueueActions(({ context, enqueue }: { context: FirmwareLoopContext; enqueue: Enqueue }) =>
    enqueue.raise(
      { type: 'approval.overdue' },
      { id: 'approval due', delay: context.settings.limits.approval_minutes * 60_000 },
    ),
  ),
  exit: cancel('approval due'),
  on: {
    ...on('patch.approve', {
      when: isTheOne,
      to: '#PATCH_APPLY',
      label: 'approved',
      because: ({ proposal }, { by, reason }) => `${by} approves ${patchIn(proposal)}${because(reason)}`,
      change: (context) => passed(context, 'PATCH_GENERATION'),
      record: (context, { by, at, reason }) =>
        iterationFact(context, { proposal_fate: 'approved', approval: { by, at, reason, answer: 'approved' } }),
    }),
    ...on('patch.refuse', {
      when: isTheOne,
      to: '#ERROR_RECOVERY',
      label: 'refused',
      because: ({ proposal }, { by, reason }) => `${by} refuses ${patchIn(proposal)}${because(reason)}`,
      change: (_, { by, reason }) => refused(`${by} refused the patch${because(reason)}`),
      record: (context, { by, at, reason }) =>
        iterationFact(context, { proposal_fate: 'refused', approval: { by, at, reason, answer: 'refused' } }),
    }),
    ...due('approval.overdue', {
      to: '#ERROR_RECOVERY',
      label: 'unanswered',
      because: ({ proposal }) => `nobody approved ${patchIn(proposal)} in time`,
      change: () => refused('nobody approved the patch in time'),
      record: (context) => iterationFact(context, { proposal_fate: 'not approved in time' }),
    }),
  },
};

interface Enqueue {
  readonly raise: (event: { type: string }, options: { id: string; delay: number }) => void;
}

function isTheOne({ proposal }: FirmwareLoopContext, { proposalId }: { readonly proposalId: string }): boolean {
  return proposal?.id === proposalId;
}

function refused(why: string): Change {
  return { proposal: null, ...troubled('POLICY_VIOLATION', 'PATCH_GENERATION', why) };
}

function patchIn(proposal: FirmwareLoopContext['proposal']): string {
  return proposal === null ? 'the patch' : `patch ${proposal.fingerprint} of risk ${proposal.risk.toFixed(3)}`;
}

function because(reason: string): string {
  return reason === '' ? '' : `: ${reason}`;
}
