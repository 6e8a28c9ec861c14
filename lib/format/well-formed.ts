/** Text as Postgres can keep it: NUL and halves of a character become the replacement character, visibly. */
export function wellFormed(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.replaceAll('\0', '\uFFFD').toWellFormed();
}
