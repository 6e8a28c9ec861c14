import { visibleText } from '#lib/format/visible-text.ts';
import { folded, lengthOf } from './fold.ts';

/** A last column that has less room than this is not folded: it would be a tower of words. */
const narrowest = 24;

/**
 * Rows of cells as lines with aligned columns, two spaces apart; the last column is not padded. Given the `width` of a
 * terminal, that column goes on below itself instead of beyond the edge.
 */
export function table(rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string[] {
  const shown = rows.map((row) => row.map(oneLine));
  const widths = (shown[0] ?? []).map((_, column) => Math.max(...shown.map((row) => lengthOf(row[column] ?? ''))));
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  const room = width - before < narrowest ? Number.POSITIVE_INFINITY : width - before;
  return shown.flatMap((row) => {
    const padded = row
      .slice(0, -1)
      .map((cell, column) => `${cell}${' '.repeat((widths[column] ?? 0) - lengthOf(cell))}  `);
    const [first = '', ...rest] = folded(row.at(-1) ?? '', room);
    return [`${padded.join('')}${first}`.trimEnd(), ...rest.map((line) => `${' '.repeat(before)}${line}`)];
  });
}

/** Text from outside on one line, with what would move the cursor made visible. */
export function oneLine(text: string): string {
  return visibleText(text.replace(/\s+/g, ' '));
}
