import { duration } from '#lib/format/duration.ts';
import { type RunInBrief, recentRuns } from '#server/store/runs-in-brief.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { table } from '../table.ts';
import { strandedBecause } from '../watch-run.ts';
import { withStack } from '../with-stack.ts';

interface RunsOptions {
  readonly live?: true;
  readonly limit: number;
  readonly json?: true;
}

/** `firmloop runs`: runs, newest first. */
export async function runs({ live = undefined, limit, json }: RunsOptions): Promise<ExitCode> {
  const found = await withStack({ runner: false }, ({ pool }) => recentRuns(pool, { limit, live: live === true }));
  if (json) console.log(JSON.stringify({ runs: found }));
  else console.log(runsTable(found).join('\n'));
  return exitCode.success;
}

function aside(run: RunInBrief): string {
  if (strandedBecause(run) !== null) return ' (needs migration)';
  return run.status === 'active' ? '' : ` (${run.status})`;
}

/** One line for each run, with a heading. */
export function runsTable(found: readonly RunInBrief[]): string[] {
  if (found.length === 0) return ['There are no runs. Launch one with `firmloop run DIR`.'];
  const rows = found.map((run) => [
    `#${run.number}`,
    run.project,
    run.outcome ?? `${run.state}${aside(run)}`,
    run.maxIterations === null ? String(run.iteration) : `${run.iteration} of ${run.maxIterations}`,
    duration((run.finishedAt ?? Date.now()) - run.createdAt).replaceAll('\u00a0', ' '),
    run.title,
  ]);
  return table([['run', 'project', 'state', 'iteration', 'took', 'goal'], ...rows]);
}
