/** Text as Postgres can keep it: NUL and halves of a character become the replacement character, visibly. */
export function wellFormed(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
