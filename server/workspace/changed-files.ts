import { plainDiff } from './diff-between.ts';
import { type Git, gitRefusal } from './git.ts';
import type { Refusal } from './refusal.ts';
import type { Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

export interface ChangedFile {
  readonly path: string;
  /** The path before a rename; null otherwise. */
  readonly oldPath: string | null;
  /** Lines; null for a binary file. */
  readonly added: number | null;
  readonly deleted: number | null;
}

/** The files in which two commits differ, in git's order. */
export async function changedFiles(
  git: Git,
  workspace: Workspace,
  from: string,
  to: string,
): Promise<{ readonly ok: true; readonly files: readonly ChangedFile[] } | Refusal<'GIT_FAILED'>> {
  const listed = await workspaceGit(git, workspace)(['diff', ...plainDiff(workspace), '--numstat', '-z', from, to]);
  return listed.ok ? { ok: true, files: readNumstat(listed.stdout) } : gitRefusal('list the changed files', listed);
}

/** `added TAB deleted TAB path NUL`, or for a rename `added TAB deleted TAB NUL old NUL new NUL`; `-` counts a binary file. */
function readNumstat(output: string): ChangedFile[] {
  const parts = output.split('\0');
  const files: ChangedFile[] = [];
  for (let at = 0; at < parts.length - 1; at += 1) {
    const [added = '', deleted = '', ...rest] = (parts[at] ?? '').split('\t');
    const path = rest.join('\t');
    const counts = { added: countOf(added), deleted: countOf(deleted) };
    if (path !== '') files.push({ path, oldPath: null, ...counts });
    else {
      files.push({ path: parts[at + 2] ?? '', oldPath: parts[at + 1] ?? '', ...counts });
      at += 2;
    }
  }
  return files;
}

function countOf(text: string): number | null {
  return text === '-' ? null : Number(text);
}
