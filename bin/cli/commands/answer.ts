import { DomainError } from '#lib/errors.ts';
import { type RunInBrief, runInBrief } from '#server/store/runs-in-brief.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { findRun } from '../find-run.ts';
import { steer } from '../steer.ts';
import { type StackUse, withStack } from '../with-stack.ts';

/** `firmloop answer`: what a task asked for. */
export async function answer(reference: string, text: string): Promise<ExitCode> {
  return await tell(reference, 'has the answer', async (stack, run) =>
    steer(stack, run, { word: 'answer', type: 'CLARIFICATION_ANSWER', payload: { by: actor(), reason: '', text } }),
  );
}

interface ConfirmOptions {
  readonly refuse?: true;
  readonly kind?: true;
  readonly reason: string;
}

/** `firmloop confirm`: a yes, or a no, to the plan as it stands now. */
export async function confirm(reference: string, { refuse, kind, reason }: ConfirmOptions): Promise<ExitCode> {
  return await tell(reference, refuse ? 'is told no' : 'is told yes', async (stack, run) => {
    const { envelope, seq } = await storedRun(stack.pool, run.id);
    const plan: unknown = Reflect.get(Object(envelope.context), 'plan');
    const planId: unknown = Reflect.get(Object(plan), 'planId');
    if (typeof planId !== 'string')
      throw new DomainError('REFUSED', `Run #${run.number} has no plan that could be confirmed.`);
    const payload = { by: actor(), reason, answer: refuse ? 'no' : 'yes', scope: kind ? 'kind' : 'step', planId };
    await steer(stack, run, { word: 'confirm', type: 'CONFIRM', payload, expectedSeq: seq });
  });
}

/** `firmloop cancel`: a task is summed up with what was done so far. */
export async function cancel(reference: string, { reason }: Pick<ConfirmOptions, 'reason'>): Promise<ExitCode> {
  return await tell(reference, 'is being cancelled and summed up', async (stack, run) =>
    steer(stack, run, { word: 'cancel', type: 'CANCEL', payload: { by: actor(), reason } }),
  );
}

async function tell(
  reference: string,
  done: string,
  say: (stack: StackUse, run: RunInBrief) => Promise<void>,
): Promise<ExitCode> {
  return await withStack({ runner: false }, async (stack) => {
    const run = await findRun(stack.pool, reference);
    await say(stack, run);
    const now = await runInBrief(stack.pool, run.id);
    console.log(`Run #${run.number} ${done}; it is in ${now?.state ?? run.state}.`);
    return exitCode.success;
  });
}
