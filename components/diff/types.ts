import type { Hunk } from '#lib/diff/parsed-diff.ts';

export type DiffLayout = 'split' | 'unified';

/** A line of a file as it is after a patch. */
export type DiffPlace = { file: string; line: number };

/** Something a rule has to say about a line of a patch; `line` counts in the new file, null means the whole file. */
export type LineFinding = {
  rule: string;
  severity: 'block' | 'warn';
  message: string;
  file: string;
  line: number | null;
};

export type HunkProps = {
  hunk: Hunk;
  findings: readonly LineFinding[];
  /** The line of the new file that is looked for. */
  lit: number | null;
};
