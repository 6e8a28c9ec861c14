import { migrationNext } from '#lib/engine/fit.ts';
import { waitingView } from '#server/review/waiting-view.ts';
import { recentRuns } from '#server/store/runs-in-brief.ts';
import { askedLines } from '../asked-lines.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { findRun } from '../find-run.ts';
import { iterationLine } from '../narrator.ts';
import { reportLines } from '../report-lines.ts';
import { createScreen } from '../screen.ts';
import { waitingLine } from '../waiting-line.ts';
import { reportOf, strandedBecause, waitsForPerson } from '../watch-run.ts';
import { type StackUse, withStack } from '../with-stack.ts';
import { runsTable } from './runs.ts';

interface StatusOptions {
  readonly json?: true;
}

const newest = 5;

/** `firmloop status`: where one run stands; without a run, what is going on. The exit code is that of the command. */
export async function status(reference: string | undefined, options: StatusOptions): Promise<ExitCode> {
  return await withStack({ runner: false }, (stack) =>
    reference === undefined ? allRuns(stack, options) : oneRun(stack, reference, options),
  );
}

async function allRuns({ pool, url, isOwn }: StackUse, { json }: StatusOptions): Promise<ExitCode> {
  const live = await recentRuns(pool, { limit: 1_000, live: true });
  const shown = live.length > 0 ? live : await recentRuns(pool, { limit: newest });
  if (json) {
    console.log(JSON.stringify({ stack: isOwn ? null : { url: url ?? null }, live: live.length, runs: shown }));
    return exitCode.success;
  }
  console.log(
    isOwn
      ? 'No stack is running: start one with `npm start`.'
      : `A stack is running${url === undefined ? '' : ` at ${url}`}.`,
  );
  console.log(runsTable(shown).join('\n'));
  return exitCode.success;
}

async function oneRun(stack: StackUse, reference: string, { json }: StatusOptions): Promise<ExitCode> {
  const run = await findRun(stack.pool, reference);
  const report = await reportOf(stack, run);
  const stranded = strandedBecause(run);
  const waiting = await waitingView(stack.pool, run.id);
  if (json) {
    const { decision_trace, ...rest } = report;
    console.log(
      JSON.stringify({
        ...run,
        needs_person: waitsForPerson(run) || stranded !== null,
        needs_migration: stranded,
        waiting,
        report: rest,
        last_step: decision_trace.at(-1) ?? null,
      }),
    );
    return exitCode.success;
  }
  const { paint } = createScreen(process.stdout, process.env);
  console.log(runsTable([run]).join('\n'));
  for (const row of report.iterations) console.log(iterationLine(row, run, paint));
  const last = report.decision_trace.at(-1);
  const now = [
    `now in ${run.state}: ${last?.reason ?? ''}`,
    ...(stranded === null ? [] : [paint('bad', `nothing moves it: it ${stranded}. ${migrationNext}`)]),
    ...(waiting && stranded === null ? [waitingLine(waiting, Date.now()), ...(await askedLines(stack.pool, run))] : []),
  ];
  const lines = run.finishedAt === null ? now : reportLines(report, paint);
  console.log(lines.join('\n'));
  return exitCode.success;
}
