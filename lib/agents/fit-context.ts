/** A part of a prompt that may be left out. */
export interface ContextPiece {
  /** Under which heading it stands. */
  readonly section: string;
  readonly text: string;
  /** Pieces of a lower rank are taken first. */
  readonly rank: number;
}

export interface FittedContext {
  /** What is told under each heading, in the order of the pieces. */
  readonly sections: ReadonlyMap<string, readonly string[]>;
  /** How many pieces of which heading had no room, a clause each. */
  readonly leftOut: readonly string[];
}

/** Characters of code and logs to a token; real tokenisers take 3 to 4, so this rather overestimates. */
const charactersPerToken = 3;

export function tokensIn(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/** Takes pieces in the order of their rank as long as there is room for them; one that is too large does not keep smaller ones out. */
export function fitContext(pieces: readonly ContextPiece[], budgetTokens: number): FittedContext {
  let room = budgetTokens;
  const taken = new Set<ContextPiece>();
  for (const piece of pieces.toSorted((one, other) => one.rank - other.rank)) {
    const tokens = tokensIn(piece.text);
    if (tokens > room) continue;
    room -= tokens;
    taken.add(piece);
  }
  const sections = new Map<string, string[]>();
  const missing = new Map<string, number>();
  for (const piece of pieces) {
    if (taken.has(piece)) sections.set(piece.section, [...(sections.get(piece.section) ?? []), piece.text]);
    else missing.set(piece.section, (missing.get(piece.section) ?? 0) + 1);
  }
  return {
    sections,
    leftOut: [...missing].map(([section, count]) => `${section}: ${count} left out for want of room`),
  };
}
