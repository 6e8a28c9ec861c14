import { captureCommand } from '#server/process/capture-command.ts';
import { wallsAround } from '#server/workspace/walls.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';

export interface Found {
  readonly hits: number;
  /** `path:line:text`, a line each. */
  readonly text: string;
  readonly program: 'ripgrep' | 'grep';
}

const mostBytes = 200_000;

/** Searches the tree for an extended regular expression: by ripgrep where there is one, else by grep. */
export async function searchTree(
  context: ActivityContext,
  workspace: Workspace,
  { query, paths }: { readonly query: string; readonly paths: readonly string[] },
): Promise<Found> {
  const where = paths.length === 0 ? ['.'] : paths.map((path) => `./${path}`);
  const rest = ['-e', query, '--', ...where];
  const quick = await search(context, workspace, ['rg', '--no-heading', '--line-number', '--sort', 'path', ...rest]);
  if (quick !== null) return { ...quick, program: 'ripgrep' };
  const plain = await search(context, workspace, ['grep', '-rnIE', '--exclude-dir=.git', ...rest]);
  return { ...(plain ?? { hits: 0, text: '' }), program: 'grep' };
}

/** Null when the program is not there or could not do it; no hit is an answer. */
async function search(
  context: ActivityContext,
  workspace: Workspace,
  argv: readonly [string, ...string[]],
): Promise<Omit<Found, 'program'> | null> {
  const { outcome, stdout } = await captureCommand(
    {
      argv,
      cwd: workspace.directory,
      marker: context.activityId,
      sandbox: wallsAround(workspace.root, { store: workspace.store, home: context.host.home }),
    },
    { signal: context.signal, watchdog: context.host.watchdog },
  );
  if (outcome.endedBy !== 'exit' || outcome.exitCode === null || outcome.exitCode > 1) return null;
  const lines = stdout.split('\n').filter(Boolean);
  return { hits: lines.length, text: stdout.slice(0, mostBytes) };
}
