import { traceRows } from '#lib/report/trace-rows.ts';
import { storedTransitions } from '#server/store/stored-transitions.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { findRun } from '../find-run.ts';
import { traceLines } from '../trace-lines.ts';
import { withStack } from '../with-stack.ts';

/** `firmloop trace`: every transition of a run, from where to where, and why. */
export async function trace(reference: string, { json }: { readonly json?: true }): Promise<ExitCode> {
  await withStack({ runner: false }, async ({ pool }) => {
    const { id, number } = await findRun(pool, reference);
    const transitions = traceRows(await storedTransitions(pool, id));
    console.log(
      json ? JSON.stringify({ run_id: id, number, transitions }) : traceLines(transitions, terminalWidth()).join('\n'),
    );
  });
  return exitCode.success;
}

/** Missing where the output goes into a file or another program. */
function terminalWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns || undefined : undefined;
}
