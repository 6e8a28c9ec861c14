/** What the words of a file mean. A file may say any word, also one that every object has a property of, such as `constructor`. */
export function wordTable<Meaning>(words: Readonly<Record<string, Meaning>>): ReadonlyMap<string, Meaning> {
  return new Map(Object.entries(words));
}
