/** The word of the list that was probably meant: at most a third of its letters differ. undefined when nothing is near. */
export function didYouMean(written: string, known: readonly string[]): string | undefined {
  const near = known
    .map((word) => ({ word, edits: editDistance(written.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, edits }) => edits <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.word;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). Words beyond 64 letters are never near. */
export function editDistance(one: string, other: string): number {
  if (Math.max(one.length, other.length) > 64) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + Number(!same),
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
