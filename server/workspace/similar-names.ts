/** Up to three names that a person who typed `wanted` may have meant, nearest first. */
export function similarNames(wanted: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, distance: name.includes(wanted) ? 0 : editDistance(wanted, name) }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Levenshtein's distance, one row of its table at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...a].entries()) {
    const next = [line + 1];
    for (let at = 1; at <= b.length; at += 1) {
      const replace = (row[at - 1] ?? 0) + Number(b[at - 1] !== letter);
      next.push(Math.min(replace, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
