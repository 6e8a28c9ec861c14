import { type Refusal, refuse } from './refusal.ts';

/** Why a patch does not reach the tree. Nothing of a refused patch is applied. */
export type PatchProblem = keyof typeof advice;

export interface PatchRefusal extends Refusal<PatchProblem> {
  /** The file that decided it, relative to the run's directory; null when the whole patch did. */
  readonly file: string | null;
  /** The hunk that decided it, counted from 1 within its file. */
  readonly hunk: number | null;
}

/** Builds a refusal with the advice that belongs to its code. */
export function refusePatch(
  code: PatchProblem,
  reason: string,
  { file = null, hunk = null }: { file?: string | null; hunk?: number | null },
): PatchRefusal {
  return { ...refuse(code, reason, advice[code]), file, hunk };
}

/** What whoever made the patch should do next. */
const advice = {
  EMPTY: 'Propose a change, or say that none is needed.',
  MALFORMED: 'Write a unified diff with correct line counts in each hunk header.',
  OUTSIDE: "Change only files of the project, with paths relative to the project's folder.",
  SYMLINK: 'Change the file that the link points to.',
  SUBMODULE: "Change the project's own files; submodules are fixed by the base commit.",
  BINARY: 'Change sources, not binary files.',
  ALREADY_APPLIED: 'The tree has this change already: propose another one.',
  AMBIGUOUS: 'Give more lines of context, or the exact line numbers, so that one place is meant.',
  DRIFTED: 'Read the file as it is now and make the patch against that.',
  EXISTS: 'The file exists: send a change to it instead of a new file.',
  NO_SUCH_FILE: 'Check the path; list the files of the project first.',
  TREE_DIFFERS: 'Roll the tree back to the kept commit, then apply again.',
  GIT_FAILED: 'Check free space and permissions on this host, then retry the step.',
} as const;
