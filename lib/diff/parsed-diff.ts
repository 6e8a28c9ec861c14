/** One line of a hunk. `text` has no leading sign and keeps a carriage return that belongs to the file's content. */
export interface DiffLine {
  readonly kind: 'context' | 'add' | 'delete';
  readonly text: string;
  /** 1-based line in the old file; null for an added line. */
  readonly oldLine: number | null;
  /** 1-based line in the new file; null for a deleted line. */
  readonly newLine: number | null;
  /** The file ends with this line and has no newline after it. */
  readonly noNewline: boolean;
}

/** A block of changes. Starts are 1-based as git prints them; 0 with count 0 means "an empty file". */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** What git prints after the second `@@`: usually the enclosing function. */
  readonly section: string;
  readonly lines: readonly DiffLine[];
}

export type ChangeKind = 'add' | 'delete' | 'modify' | 'rename' | 'copy' | 'mode';

/** One file's changes. Paths are decoded (no quotes, no `a/` and `b/`), relative to the repository's root, and not yet judged. */
export interface FileDiff {
  /** null for an added file. */
  readonly oldPath: string | null;
  /** null for a deleted file. */
  readonly newPath: string | null;
  readonly kind: ChangeKind;
  /** Git's six octal digits, such as `100644`, `120000` (symbolic link), `160000` (submodule); null when the diff does not say. */
  readonly oldMode: string | null;
  readonly newMode: string | null;
  /** The two object ids as `83db48f..bf269f4`; git needs them in full to apply a binary patch. */
  readonly index: string | null;
  readonly binary: boolean;
  /** The lines after `GIT binary patch`; empty for text and for a mere "Binary files differ". */
  readonly binaryPatch: readonly string[];
  readonly hunks: readonly Hunk[];
  /** 1-based line of the diff text where this file begins. */
  readonly line: number;
}

/** Something in the diff text that cannot be read as a diff; `line` is 1-based in the diff text. */
export interface DiffProblem {
  readonly line: number;
  readonly text: string;
}

export interface ParsedDiff {
  /** Everything before the first file, such as a mail's headers. */
  readonly preamble: string;
  readonly files: readonly FileDiff[];
  readonly problems: readonly DiffProblem[];
}

/** The path a change is known by: the new one, or the old one of a deleted file. */
export function pathOf(file: FileDiff): string {
  return file.newPath ?? file.oldPath ?? '';
}

/** The paths a change touches: both names of a moved file, one path twice where it stays. */
export function pathsOf({ oldPath, newPath }: FileDiff): string[] {
  return [oldPath, newPath].filter((path) => path !== null);
}
