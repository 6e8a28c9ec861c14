export type DiffLayout = 'split' | 'unified';

/** Something a rule has to say about a line of a patch; `line` counts in the new file, null means the whole file. */
export type LineFinding = {
  rule: string;
  severity: 'block' | 'warn';
  message: string;
  file: string;
  line: number | null;
};
