/** A pattern for `LIKE` that finds the text as a part: what `LIKE` gives a meaning is taken literally. */
export function likeness(text: string): string {
  return `%${text.replaceAll('\0', '\uFFFD').replace(/[\\%_]/g, '\\$&')}%`;
}
