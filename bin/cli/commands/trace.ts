import { duration } from '#lib/format/duration.ts';
import { type TraceRow, traceRows } from '#lib/report/trace-rows.ts';
import { storedTransitions } from '#server/store/stored-transitions.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { findRun } from '../find-run.ts';
import { table } from '../table.ts';
import { withStack } from '../with-stack.ts';

/** `firmloop trace`: every transition of a run, from where to where, and why. */
export async function trace(reference: string, { json }: { readonly json?: true }): Promise<ExitCode> {
  await withStack({ runner: false }, async ({ pool }) => {
    const { id, number } = await findRun(pool, reference);
    const transitions = traceRows(await storedTransitions(pool, id));
    console.log(
      json ? JSON.stringify({ run_id: id, number, transitions }) : lines(transitions, terminalWidth()).join('\n'),
    );
  });
  return exitCode.success;
}

/** Missing where the output goes into a file or another program. */
function terminalWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns || undefined : undefined;
}

function lines(transitions: readonly TraceRow[], width: number | undefined): string[] {
  const rows = transitions.map(({ seq, at, iteration, from, to, ms_in_from, actor, reason }) => [
    String(seq),
    at,
    String(iteration),
    from === to ? to : `${from} → ${to}`,
    duration(ms_in_from).replaceAll('\u00a0', ' '),
    actor,
    reason,
  ]);
  return table([['step', 'time (UTC)', 'iteration', 'transition', 'after', 'by', 'reason'], ...rows], width);
}
