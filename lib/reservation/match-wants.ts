/**
 * Gives each want a board of its own out of those that suit it, or null when that cannot be. `suiting` lists for each want the
 * boards that suit it, the preferred ones first. Wants may compete for a board: each board is taken once (augmenting paths).
 */
export function matchWants(suiting: readonly (readonly string[])[]): string[] | null {
  const takenBy = new Map<string, number>();
  for (const want of suiting.keys()) if (!place(want, suiting, takenBy, new Set())) return null;
  const boards = new Map([...takenBy].map(([board, want]) => [want, board]));
  return suiting.flatMap((_, want) => boards.get(want) ?? []);
}

/** Finds a board for a want: one that is still there, else by moving another want to a second choice. */
function place(
  want: number,
  suiting: readonly (readonly string[])[],
  takenBy: Map<string, number>,
  tried: Set<string>,
): boolean {
  const mine = suiting[want] ?? [];
  const there = mine.find((board) => !takenBy.has(board));
  if (there !== undefined) {
    takenBy.set(there, want);
    return true;
  }
  for (const board of mine) {
    const other = takenBy.get(board);
    if (other === undefined || tried.has(board)) continue;
    tried.add(board);
    if (!place(other, suiting, takenBy, tried)) continue;
    takenBy.set(board, want);
    return true;
  }
  return false;
}
