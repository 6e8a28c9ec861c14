import { fails } from './cell.ts';

/**
 * A row of measured letters with its changes told: what failed in the tree that an iteration began with and passes now
 * is fixed (`+`), what passed there and fails now is a regression (`-`). `against[i]` is the column that iteration `i`
 * began with, or null where it began with nothing measured.
 */
export function tellChanges(measured: string, against: readonly (number | null)[]): string {
  return Array.from(measured, (letter, index) => {
    const from = against[index];
    const before = from == null ? undefined : measured[from];
    if (letter === 'P' && fails(before)) return '+';
    return fails(letter) && before === 'P' ? '-' : letter;
  }).join('');
}

/**
 * For each measured iteration the column of the tree it began with: the last one before it that was kept. The iterations
 * of `rolledBack` were measured and given up.
 */
export function columnsBegunWith(
  iterations: readonly number[],
  rolledBack: ReadonlySet<number>,
): readonly (number | null)[] {
  let kept: number | null = null;
  return iterations.map((iteration, column) => {
    const from = kept;
    if (!rolledBack.has(iteration)) kept = column;
    return from;
  });
}
