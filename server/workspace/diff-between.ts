import { randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { remember } from '#lib/remember.ts';
import { type Git, gitRefusal } from './git.ts';
import type { Refusal } from './refusal.ts';
import { deadlines, diffCapBytes } from './tunables.ts';
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
  return withDiff(git, workspace, [from, to], async (file) => {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(Math.min(size, capBytes)),
        0,
        Math.min(size, capBytes),
        0,
      );
      const truncated = size > bytesRead;
      const end = truncated ? buffer.lastIndexOf('\n') + 1 : bytesRead;
      return { ok: true, text: buffer.subarray(0, end).toString('utf8'), truncated, bytes: size };
    } finally {
      await handle.close();
    }
  });
}

/** The whole difference as bytes that `git apply` takes, binary files included: the patch a run leaves behind. */
export async function patchFile(
  git: Git,
  workspace: Workspace,
  from: string,
  to: string,
): Promise<PatchBytes | Refusal<'GIT_FAILED'>> {
  return await patches(keyOf(workspace, from, to), () =>
    withDiff<PatchBytes>(git, workspace, [...wholePatch, from, to], async (file) => ({
      ok: true,
      bytes: await readFile(file),
    })),
  );
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

/** Git writes the diff to a file beside the tree: it may be larger than what is kept of a command's output, and is not always UTF-8. */
async function withDiff<Answer>(
  git: Git,
  workspace: Workspace,
  args: readonly string[],
  read: (file: string) => Promise<Answer>,
): Promise<Answer | Refusal<'GIT_FAILED'>> {
  const file = join(workspace.folder, `${randomUUID()}.diff`);
  try {
    const made = await workspaceGit(git, workspace)(['diff', ...plainDiff(workspace), `--output=${file}`, ...args], {
      deadlineMs: deadlines.copy,
    });
    return made.ok ? await read(file) : gitRefusal('compare the two commits', made);
  } finally {
    await rm(file, { force: true });
  }
}

/** A diff in git's own form with renames, whatever is configured, below the run's directory. */
export function plainDiff({ subdirectory }: Workspace): string[] {
  const form = ['--no-color', '--no-ext-diff', '--no-textconv', '--find-renames'];
  return [...form, ...(subdirectory === '' ? [] : [`--relative=${subdirectory}/`])];
}
