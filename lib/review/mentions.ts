/** Which of the people a text speaks to with `@name`, each once, in the order of the list. */
export function mentionsIn(text: string, people: readonly string[]): string[] {
  return people.filter((person) =>
    new RegExp(`(?<![\\p{L}\\p{N}@])@${escaped(person)}(?![\\p{L}\\p{N}@_-]|\\.[\\p{L}\\p{N}])`, 'u').test(text),
  );
}

/** A hyphen means nothing there, and with the flag `u` escaping it is an error. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
