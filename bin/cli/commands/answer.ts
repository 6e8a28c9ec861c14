import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { storedRun } from '#server/store/stored-run.ts';
import type { ExitCode } from '../exit-code.ts';
import { tell } from '../tell.ts';

/** `firmloop answer`: what a task asked for. */
export async function answer(reference: string, text: string): Promise<ExitCode> {
  const says = { type: 'CLARIFICATION_ANSWER', reason: '', fields: { text } };
  return await tell(reference, 'has the answer', async () => says);
}

interface ConfirmOptions {
  readonly refuse?: true;
  readonly kind?: true;
  readonly reason: string;
}

/** `firmloop confirm`: a yes, or a no, to the plan of a task, the patch of a loop, the document of a PRD session, the update of a workflow or the instruction to a session as it stands now. */
export async function confirm(reference: string, { refuse, kind, reason }: ConfirmOptions): Promise<ExitCode> {
  return await tell(reference, refuse ? 'is told no' : 'is told yes', async ({ pool }, run) => {
    const { envelope, seq } = await storedRun(pool, run.id);
    const { plan, proposal, prd, refinement } = remembered.parse(envelope.context);
    if (plan) {
      const fields = { answer: refuse ? 'no' : 'yes', scope: kind ? 'kind' : 'step', planId: plan.planId };
      return { type: 'CONFIRM', reason, fields, expectedSeq: seq };
    }
    if (proposal?.kind !== undefined)
      return {
        type: `UPDATE_${proposal.kind.toUpperCase()}_${refuse ? 'REJECTED' : 'CONFIRMED'}`,
        reason,
        fields: { updateId: proposal.id },
      };
    if (refinement)
      return { type: 'INSTRUCTION', reason, fields: { answer: refuse ? 'drop' : 'send', shown: refinement.shown } };
    if (proposal)
      return { type: refuse ? 'patch.refuse' : 'patch.approve', reason, fields: { proposalId: proposal.id } };
    if (prd)
      return refuse
        ? { type: 'USER_CANCEL', reason, fields: {} }
        : { type: 'USER_CONFIRM', reason, fields: { prdId: prd.prdId } };
    throw new DomainError('REFUSED', `Run #${run.number} has nothing that could be confirmed.`);
  });
}

interface UndoOptions {
  readonly step?: number;
  readonly reason: string;
}

/** `firmloop undo`: while a task waits for a yes, puts its tree back to before a step of the plan, or to where it began. */
export async function undo(reference: string, { step, reason }: UndoOptions): Promise<ExitCode> {
  return await tell(reference, 'undoes it', async ({ pool }, run) => {
    const { envelope, seq } = await storedRun(pool, run.id);
    const { plan } = remembered.parse(envelope.context);
    if (!plan) throw new DomainError('REFUSED', `Run #${run.number} has no plan whose steps could be undone.`);
    const fields = { planId: plan.planId, ...(step !== undefined && { step: step - 1 }) };
    return { type: 'UNDO', reason, fields, expectedSeq: seq };
  });
}

/** What waits for a yes, in the memory of each machine. */
const remembered = z.object({
  plan: z.object({ planId: z.string() }).nullish().catch(null),
  /** A patch, or the update of a workflow, which is of a kind. */
  proposal: z.object({ id: z.string(), kind: z.enum(['workflow', 'step']).optional() }).nullish(),
  refinement: z.object({ shown: z.string() }).nullish().catch(null),
  prd: z.object({ prdId: z.string() }).nullish(),
});

/** `firmloop cancel`: a task is summed up with what was done so far, a session ends before it begins. */
export async function cancel(reference: string, { reason }: Pick<ConfirmOptions, 'reason'>): Promise<ExitCode> {
  return await tell(reference, 'is being cancelled', async (_, { machine }) => {
    const type = machine === 'prd-agent' ? 'USER_CANCEL' : 'CANCEL';
    return { type, reason, fields: {} };
  });
}
