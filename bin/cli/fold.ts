/** Text as lines of at most `room` columns, broken between words; a longer word is cut. */
export function folded(text: string, room: number): string[] {
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

/** Columns on a terminal, near enough: marks that combine take none. */
export function lengthOf(text: string): number {
  return [...text.normalize('NFC').replace(/\p{M}/gu, '')].length;
}
