import { duration } from '#lib/format/duration.ts';
import { installedFit } from '#lib/machines/installed-machine.ts';
import { machineOf } from '#lib/machines/registry.ts';
import { waitsFor } from '#lib/machines/waits-for.ts';
import { type FinalReport, finalReport } from '#lib/report/final-report.ts';
import type { Tally } from '#lib/report/iteration-row.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import { reportRows } from '#server/store/report-rows.ts';
import { type RunInBrief, storedReport } from '#server/store/runs-in-brief.ts';
import { searchProgress } from '#server/store/search-progress.ts';
import { transitionsAfter } from '#server/store/transitions-after.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { followRun } from './follow-run.ts';
import { createNarrator } from './narrator.ts';
import type { Screen } from './screen.ts';
import { searchInBrief, searchLines } from './search-lines.ts';
import { tunables } from './tunables.ts';
import type { StackUse } from './with-stack.ts';

/** How watching a run came to its end. */
export type RunEnd =
  | { readonly kind: 'ended'; readonly exitCode: ExitCode; readonly report: FinalReport }
  | { readonly kind: 'left'; readonly exitCode: ExitCode; readonly report: FinalReport; readonly hint: string };

interface Watching {
  readonly screen: Screen;
  /** What a first Ctrl-C does. */
  readonly interrupted: (run: RunInBrief) => Promise<'detach' | 'stay'>;
}

/** Shows a run until it has ended and is wrapped up, needs a person who cannot be asked here, or is left alone. */
export async function watchRun(stack: StackUse, runId: string, { screen, interrupted }: Watching): Promise<RunEnd> {
  const { pool, interrupts } = stack;
  const narrate = createNarrator(screen.paint);
  const canAsk = Boolean(process.stdin.isTTY) && !stack.isOwn;
  let seen = 0;
  let searched = -1;
  let heard = false;
  let finishedAt: number | undefined;
  return await followRun(stack, runId, look, interrupts.first);

  async function look(run: RunInBrief): Promise<RunEnd | undefined> {
    const steps = await transitionsAfter(pool, runId, seen);
    seen = steps.at(-1)?.seq ?? seen;
    const told = narrate({ run, steps, iterations: await recordsOf(pool, runId, 'iteration') });
    const search = await searchProgress(pool, runId);
    if (search?.progress.isOver && search.iteration !== searched) {
      searched = search.iteration;
      for (const line of searchLines(search.progress, screen.paint)) screen.say(line);
    }
    for (const line of told.lines) screen.say(line);
    const trying = search?.progress.isOver === false ? searchInBrief(search.progress) : '';
    screen.show(() => statusLine(run, told.kept, trying));
    if (run.status === 'finished') return await wrappedUp(run);
    if (interrupts.first.aborted && !heard) {
      heard = true;
      if ((await interrupted(run)) === 'detach') return await left(run, 'It goes on without this command');
    }
    const why = strandedBecause(run);
    if (why !== null) return await left(run, `Nothing moves it: it ${why}`);
    return waitsForPerson(run) && !canAsk ? await left(run, 'It needs a person') : undefined;
  }

  async function wrappedUp(run: RunInBrief): Promise<RunEnd | undefined> {
    finishedAt ??= performance.now();
    if (run.finalisedAt === null && performance.now() - finishedAt < tunables.wrapUpLimit) return undefined;
    return { kind: 'ended', exitCode: run.exitCode ?? exitCode.failure, report: await reportOf(stack, run) };
  }

  async function left(run: RunInBrief, why: string): Promise<RunEnd> {
    const where = stack.url === undefined ? '`npm start` and its page' : `${stack.url}/runs/${run.number}`;
    const hint = `Run #${run.number} is in ${run.state}. ${why}: ${where}, or \`firmloop status ${run.number}\`.`;
    return { kind: 'left', exitCode: exitCode.personNeeded, report: await reportOf(stack, run), hint };
  }
}

/** A person has to decide; waiting for a board or a cool-down is not that. */
export function waitsForPerson({ status, machine, state }: Pick<RunInBrief, 'status' | 'machine' | 'state'>): boolean {
  return status === 'waiting' && waitsFor(machine, state).person;
}

/** Why this program never moves a run on that has not ended, ready to follow "it"; null when it does. */
export function strandedBecause(
  run: Pick<RunInBrief, 'status' | 'machine' | 'machineVersion' | 'stateValue'>,
): string | null {
  if (run.status === 'finished') return null;
  const fit = installedFit(run);
  return fit.ok ? null : fit.why;
}

/** The stored report, else one made from the rows as they are now. */
export async function reportOf({ pool }: Pick<StackUse, 'pool'>, run: RunInBrief): Promise<FinalReport> {
  const stored = await storedReport(pool, run.id);
  if (isReport(stored)) return stored;
  return finalReport(await reportRows(pool, run.id));
}

function isReport(stored: unknown): stored is FinalReport {
  return typeof stored === 'object' && stored !== null && 'final_status' in stored;
}

function statusLine(run: RunInBrief, kept: Tally | null, trying: string): string {
  const label = machineOf(run.machine)?.view[run.state]?.label ?? run.state;
  const of = run.maxIterations === null ? '' : ` of ${run.maxIterations}`;
  const parts = [
    `#${run.number}`,
    run.iteration === 0 ? 'base' : `iteration ${run.iteration}${of}`,
    kept === null ? '' : `${kept.passed} of ${kept.total} pass`,
    statusWords[run.status](label),
    trying,
    duration(Date.now() - run.createdAt).replaceAll('\u00a0', ' '),
  ];
  return parts.filter(Boolean).join('  ');
}

const statusWords = {
  active: (label) => label,
  waiting: (label) => label,
  paused: (label) => `paused: ${label}`,
  stopping: () => 'being stopped',
  finished: () => 'wrapping up',
} as const satisfies Record<RunInBrief['status'], (label: string) => string>;
