import type { Board, BoardHealth } from './board.ts';

/** Whether a board in this health may be given to somebody. */
export const isUsable = {
  good: true,
  unknown: true,
  suspect: false,
  bad: false,
  maintenance: false,
  retired: false,
} as const satisfies Record<BoardHealth, boolean>;

/** Whether a board is given to anybody at all. */
export function isGivenAway({ health, offlineBecause }: Pick<Board, 'health' | 'offlineBecause'>): boolean {
  return isUsable[health] && offlineBecause === null;
}

/** Whether somebody can have a board now; `held` is who has it. */
export function isFreeNow({
  held,
  ...board
}: Parameters<typeof isGivenAway>[0] & { readonly held: object | null }): boolean {
  return held === null && isGivenAway(board);
}
