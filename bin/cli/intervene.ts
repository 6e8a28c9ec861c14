import { type RunInBrief, runInBrief } from '#server/store/runs-in-brief.ts';
import { findRun } from './find-run.ts';
import { type Intervention, steer } from './steer.ts';
import { warnWithoutRunner } from './warn-without-runner.ts';
import { withStack } from './with-stack.ts';

/** Does to the named run what a person asks of it, and says when nobody is there to take it further. */
export async function intervene(
  reference: string,
  asked: (run: Pick<RunInBrief, 'machine'>) => Intervention,
): Promise<RunInBrief> {
  return await withStack({ runner: false }, async (stack) => {
    const run = await findRun(stack.pool, reference);
    await steer(stack, run, asked(run));
    const now = await runInBrief(stack.pool, run.id);
    if (now?.status !== 'finished') await warnWithoutRunner(stack.pool, run.number);
    return run;
  });
}
