import { visibleText } from '#lib/format/visible-text.ts';

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

/** Text as lines of at most so many columns, broken between words; a longer word is cut. */
function folded(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((one) => pieces(one, room))) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && lengthOf(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function pieces(word: string, room: number): string[] {
  if (lengthOf(word) <= room) return [word];
  const characters = [...word];
  return Array.from({ length: Math.ceil(characters.length / room) }, (_, n) =>
    characters.slice(n * room, (n + 1) * room).join(''),
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
