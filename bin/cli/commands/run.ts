import type { Pool } from 'pg';
import { engineEvent } from '#lib/engine/events.ts';
import { DomainError } from '#lib/errors.ts';
import type { FinalReport } from '#lib/report/final-report.ts';
import { findProject, launch, planInWords } from '#server/launch/launch.ts';
import { previewLaunch } from '#server/launch/preview-launch.ts';
import type { RunInBrief } from '#server/store/runs-in-brief.ts';
import { placeFromEnvironment } from '../../stack/options.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { folderAt } from '../folder-at.ts';
import { type LaunchOptions, launchChoicesOf, logsOf } from '../launch-choices.ts';
import { reportLines } from '../report-lines.ts';
import { savePatch } from '../save-patch.ts';
import { createScreen, type Screen } from '../screen.ts';
import { refusals, steer } from '../steer.ts';
import { warnWithoutRunner } from '../warn-without-runner.ts';
import { watchRun } from '../watch-run.ts';
import { type StackUse, withStack } from '../with-stack.ts';

interface RunOptions extends LaunchOptions {
  readonly patch?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `firmloop run`: launches, shows how it goes, and answers with the end. What cannot work is said before anything starts. */
export async function run(dir: string, options: RunOptions): Promise<ExitCode> {
  const screen = createScreen(options.json ? process.stderr : process.stdout, process.env);
  try {
    const choices = await launchChoicesOf(folderAt(dir), options);
    const logs = await logsOf(options.log);
    const { home } = placeFromEnvironment(process.env);
    const { machine, found } = await findProject(choices, { home });
    const looked = { home, found, logs: logs.length };
    const { summary, warnings, onBoard } = await planInWords(machine, choices, looked);
    for (const line of summary) screen.say(screen.paint('quiet', line));
    sayNotes(screen, warnings);
    const previewed = async (pool?: Pool): Promise<object> =>
      machine === 'firmware-loop'
        ? await previewLaunch(choices, { home, found, ...(pool && { pool }) })
        : { machine, summary, warnings };
    if (options.dryRun && !onBoard) return await sayPreview(options, previewed);
    screen.show(() => 'looking for a stack, else starting one');
    return await withStack({ runner: options.dryRun === undefined }, async (stack) => {
      const { engine, pool } = stack;
      if (onBoard) {
        const known = await planInWords(machine, choices, { ...looked, pool });
        sayNotes(screen, known.warnings.slice(warnings.length));
      }
      if (options.dryRun) return await sayPreview(options, () => previewed(pool));
      const launched = await launch(engine, { ...choices, by: actor(), door: 'cli', home, logs });
      return await toItsEnd(stack, launched, { options, screen, isSnapshot: choices.snapshot === true });
    });
  } finally {
    screen.close();
  }
}

function sayNotes(screen: Screen, warnings: readonly string[]): void {
  for (const warning of warnings) screen.say(screen.paint('attention', `note: ${warning}`));
}

async function sayPreview({ json }: RunOptions, preview: () => Promise<object>): Promise<ExitCode> {
  if (json) console.log(JSON.stringify(await preview()));
  return exitCode.success;
}

interface Showing {
  readonly options: RunOptions;
  readonly screen: Screen;
  readonly isSnapshot: boolean;
}

async function toItsEnd(
  stack: StackUse,
  { runId, number }: { runId: string; number: number },
  { options, screen, isSnapshot }: Showing,
): Promise<ExitCode> {
  screen.say(`Run #${number} is launched.${stack.url === undefined ? '' : ` ${stack.url}/runs/${number}`}`);
  await warnWithoutRunner(stack.pool, number);
  const end = await watchRun(stack, runId, { screen, interrupted: (now) => interrupted(stack, now, screen) });
  screen.close();
  const report = isSnapshot ? withoutBranch(end.report) : end.report;
  for (const line of end.kind === 'ended' ? reportLines(report, screen.paint) : [end.hint]) screen.say(line);
  if (options.patch !== undefined) screen.say(`  ${await savePatch(stack.pool, report, options.patch)}`);
  if (options.json) console.log(JSON.stringify(report));
  return end.exitCode;
}

/** A snapshot lies in a private repository: a branch there is of no use to anybody. */
function withoutBranch(report: FinalReport): FinalReport {
  return { ...report, branch: null, branch_note: 'the run started on a snapshot; --patch FILE saves its result' };
}

/** A run on our own stack is aborted, since nobody would go on with it; on another stack it goes on without us. */
async function interrupted(stack: StackUse, now: RunInBrief, screen: Screen): Promise<'detach' | 'stay'> {
  if (!stack.isOwn) return 'detach';
  screen.say(screen.paint('attention', 'Aborting the run and keeping its best patch; Ctrl-C again ends at once.'));
  await steer(stack, now, {
    refusal: refusals.abort,
    type: engineEvent.abort,
    payload: { reason: 'interrupted at the terminal' },
  }).catch(unlessRefused);
  return 'stay';
}

/** The run may have ended at this very moment. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'REFUSED')) throw error;
}
