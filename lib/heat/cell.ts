/** What a measurement says of one test in one iteration, a letter each; `.` is a test that was not among the results. */
export type MeasuredCell = 'P' | 'F' | 'E' | 'K' | 'S' | 'N' | 'I' | '.';

/** A cell as it is drawn: beside what was measured also whether it changed against the tree that the iteration began with. */
export type CellLetter = MeasuredCell | '+' | '-';

export type CellMeaning =
  | 'passed'
  | 'fixed'
  | 'failing'
  | 'regression'
  | 'error'
  | 'flaky'
  | 'infrastructure'
  | 'skipped'
  | 'not run'
  | 'absent';

/** The meaning of each letter. */
export const cellMeanings = {
  P: 'passed',
  '+': 'fixed',
  F: 'failing',
  '-': 'regression',
  E: 'error',
  K: 'flaky',
  I: 'infrastructure',
  S: 'skipped',
  N: 'not run',
  '.': 'absent',
} as const satisfies Record<CellLetter, CellMeaning>;

/** What the cell at `index` of a row means; absent beyond its end. */
export function meaningAt(cells: string, index: number): CellMeaning {
  return cellMeanings[(cells[index] ?? '.') as CellLetter] ?? 'absent';
}

/** Whether a measured letter says that the test ran and did not pass. */
export function fails(letter: string | undefined): boolean {
  return letter === 'F' || letter === 'E';
}
