import type { ErrorCode } from '#lib/tasks/error-codes.ts';
import { captureCommand } from '#server/process/capture-command.ts';
import { wallsAround } from '#server/workspace/walls.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';

/** A search that could not be made is no search without hits. */
export type Search = Found | { readonly ok: false; readonly code: ErrorCode; readonly reason: string };

export interface Found {
  readonly ok: true;
  readonly hits: number;
  /** `path:line:text`, a line each. */
  readonly text: string;
  /** There is more than what is in `text`. */
  readonly isCut: boolean;
  readonly program: 'ripgrep' | 'grep';
}

const mostBytes = 200_000;

/** Searches the tree for an extended regular expression: by ripgrep where there is one, else by grep. What is found beyond a limit is left out, and said. */
export async function searchTree(
  context: ActivityContext,
  workspace: Workspace,
  { query, paths }: { readonly query: string; readonly paths: readonly string[] },
): Promise<Search> {
  const where = paths.length === 0 ? ['.'] : paths.map((path) => `./${path}`);
  const rest = ['-e', query, '--', ...where];
  const quick = await search(context, workspace, ['rg', '--no-heading', '--line-number', '--sort', 'path', ...rest]);
  if (quick.ok) return { ...quick, program: 'ripgrep' };
  const plain = await search(context, workspace, ['grep', '-rnIE', '--exclude-dir=.git', ...rest]);
  return plain.ok ? { ...plain, program: 'grep' } : plain;
}

/** Refused when the program is not there or could not do it; no hit is an answer. */
async function search(
  context: ActivityContext,
  workspace: Workspace,
  argv: readonly [string, ...string[]],
): Promise<Omit<Found, 'program'> | Exclude<Search, Found>> {
  const { outcome, stdout, stderr } = await captureCommand(
    {
      argv,
      cwd: workspace.directory,
      marker: context.activityId,
      sandbox: wallsAround(workspace.root, { store: workspace.store, home: context.host.home }),
    },
    { signal: context.signal, watchdog: context.host.watchdog },
  );
  const isCut = outcome.endedBy === 'output-cap';
  const isAnswer = outcome.endedBy === 'exit' && outcome.exitCode !== null && outcome.exitCode <= 1;
  if (!isAnswer && !isCut)
    return outcome.endedBy === 'exit'
      ? { ok: false, code: 'E_INVALID_ARGS', reason: stderr.trim().split('\n')[0] || outcome.reason }
      : { ok: false, code: 'E_TOOL_TIMEOUT', reason: outcome.reason };
  const lines = stdout.split('\n').filter(Boolean);
  const text = stdout.slice(0, mostBytes);
  return { ok: true, hits: lines.length, text, isCut: isCut || text.length < stdout.length };
}
