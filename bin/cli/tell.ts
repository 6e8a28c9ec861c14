import { readSaid, type Saying } from '#lib/machines/read-said.ts';
import { type RunInBrief, runInBrief } from '#server/store/runs-in-brief.ts';
import { actor } from './actor.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { findRun } from './find-run.ts';
import { steer } from './steer.ts';
import { warnWithoutRunner } from './warn-without-runner.ts';
import { type StackUse, withStack } from './with-stack.ts';

/** Something to say to a run, and the event that it was decided on, if it is to hold for that one only. */
type Told = Omit<Saying, 'by'> & { readonly expectedSeq?: number | undefined };

/** Says to the named run what its machine takes from people, and prints that it `done` and where it stands then. */
export async function tell(
  reference: string,
  done: string,
  what: (stack: StackUse, run: RunInBrief) => Promise<Told>,
): Promise<ExitCode> {
  return await withStack({ runner: false }, async (stack) => {
    const run = await findRun(stack.pool, reference);
    const { expectedSeq, ...said } = await what(stack, run);
    await steer(stack, run, { ...readSaid(run.machine, { ...said, by: actor() }), expectedSeq });
    const now = await runInBrief(stack.pool, run.id);
    console.log(`Run #${run.number} ${done}; it is in ${now?.state ?? run.state}.`);
    if (now?.status !== 'finished') await warnWithoutRunner(stack.pool, run.number);
    return exitCode.success;
  });
}
