import { counted } from '#lib/format/count.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { findRun } from '../find-run.ts';
import { withStack } from '../with-stack.ts';

/** `firmloop replay`: folds the log again; exit code 0 when everything stored is what the log implies, else 1. */
export async function replay(reference: string, { json }: { readonly json?: true }): Promise<ExitCode> {
  return await withStack({ runner: false }, async ({ engine, pool }) => {
    const { id, number } = await findRun(pool, reference);
    const report = await replayRun(engine, id);
    const { equal, events, transitions, difference } = report;
    const counts = `${counted(events, 'event')} and ${counted(transitions, 'transition')}`.replaceAll('\u00a0', ' ');
    if (json) console.log(JSON.stringify({ run_id: id, number, ...report }));
    else
      console.log(
        equal
          ? `Run #${number} replays equal: ${counts}.`
          : `Run #${number} does not replay equal (${counts}): ${difference}.`,
      );
    return equal ? exitCode.success : exitCode.failure;
  });
}
