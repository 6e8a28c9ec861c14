import { remember } from '#lib/remember.ts';
import { type Git, type GitOutcome, gitRefusal } from './git.ts';
import type { Refusal } from './refusal.ts';
import { deadlines, diffCapBytes, wholeDiffBytes } from './tunables.ts';
import type { Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

interface PatchBytes {
  readonly ok: true;
  readonly bytes: Buffer;
}

export interface DiffText {
  readonly ok: true;
  /** Unified diff with renames found; bytes that are not UTF-8 are shown as U+FFFD. Cut after the last whole line when it is truncated. */
  readonly text: string;
  readonly truncated: boolean;
  /** Size of the whole diff. */
  readonly bytes: number;
}

/** The difference between two commits, to be shown. Paths are relative to the run's directory; nothing outside it is included. */
export async function diffBetween(
  git: Git,
  workspace: Workspace,
  from: string,
  to: string,
  { capBytes = diffCapBytes }: { capBytes?: number } = {},
): Promise<DiffText | Refusal<'GIT_FAILED'>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const made = await diff(git, workspace, [from, to], (part) => {
    if (bytes < capBytes) parts.push(part.subarray(0, capBytes - bytes));
    bytes += part.length;
  });
  if (!made.ok) return gitRefusal('compare the two commits', made);
  const kept = Buffer.concat(parts);
  const truncated = bytes > kept.length;
  const end = truncated ? kept.lastIndexOf('\n') + 1 : kept.length;
  return { ok: true, text: kept.toString('utf8', 0, end), truncated, bytes };
}

/** The whole difference as bytes that `git apply` takes, binary files included: the patch a run leaves behind. */
export async function patchFile(
  git: Git,
  workspace: Workspace,
  from: string,
  to: string,
): Promise<PatchBytes | Refusal<'GIT_FAILED'>> {
  return await patches(keyOf(workspace, from, to), async () => {
    const parts: Buffer[] = [];
    const made = await diff(git, workspace, [...wholePatch, from, to], (part) => parts.push(part));
    return made.ok ? { ok: true, bytes: Buffer.concat(parts) } : gitRefusal('compare the two commits', made);
  });
}

/** What makes a diff the whole one. */
const wholePatch = ['--binary', '--full-index'] as const;

const largestKnownBytes = 256 * 1024;

/** What two commits differ in never changes. */
const patches = remember<PatchBytes | Refusal<'GIT_FAILED'>>(
  16,
  (answer) => answer.ok && answer.bytes.length <= largestKnownBytes,
);

function keyOf({ store, subdirectory }: Workspace, from: string, to: string): string {
  return [store, subdirectory, from, to].join('\0');
}

/** By stdout as it comes: a diff is not always UTF-8, and may be longer than what is kept of a command's output. */
function diff(
  git: Git,
  workspace: Workspace,
  args: readonly string[],
  onStdout: (bytes: Buffer) => void,
): Promise<GitOutcome> {
  return workspaceGit(git, workspace)(['diff', ...plainDiff(workspace), ...args], {
    deadlineMs: deadlines.copy,
    outputCapBytes: wholeDiffBytes,
    onStdout,
  });
}

/** A diff in git's own form with renames, whatever is configured, below the run's directory. */
export function plainDiff({ subdirectory }: Workspace): string[] {
  const form = ['--no-color', '--no-ext-diff', '--no-textconv', '--find-renames'];
  return [...form, ...(subdirectory === '' ? [] : [`--relative=${subdirectory}/`])];
}
