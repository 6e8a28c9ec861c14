import { visibleText } from '#lib/format/visible-text.ts';

/** Rows of cells as lines with aligned columns, two spaces apart; the last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.map((row) => row.map(oneLine));
  const widths = (shown[0] ?? []).map((_, column) => Math.max(...shown.map((row) => lengthOf(row[column] ?? ''))));
  return shown.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(column === row.length - 1 ? 0 : (widths[column] ?? 0) - lengthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Text from outside on one line, with what would move the cursor made visible. */
export function oneLine(text: string): string {
  return visibleText(text.replace(/\s+/g, ' '));
}

/** Columns on a terminal, near enough: marks that combine take none. */
function lengthOf(text: string): number {
  return [...text.normalize('NFC').replace(/\p{M}/gu, '')].length;
}
