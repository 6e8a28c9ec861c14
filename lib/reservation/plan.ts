import { type Interval, inTheWay, overlap } from './interval.ts';
import { matchWants } from './match-wants.ts';
import { matches, type Selectable, type Selector } from './selector.ts';

/** A board as the plan sees it. */
export interface PlanBoard extends Selectable {
  readonly id: string;
  /** The host that it is attached to; null when any host of its site reaches it. */
  readonly host: string | null;
  /** It may be given away: in good health and reached by somebody. */
  readonly usable: boolean;
  /** When it is taken, from now on. */
  readonly busy: readonly Interval[];
}

/** Somebody who waits for boards. */
export interface Waiting {
  readonly id: string;
  readonly wants: readonly Selector[];
  readonly minutes: number;
  /** Not before then. */
  readonly from: number;
  /** Sites that are open to them; null is all. */
  readonly sites: readonly string[] | null;
  /** The host that must reach the boards, by all its names; null when any will do. */
  readonly hosts: readonly string[] | null;
  /** Names of boards that are taken first where they are free, and of those that are not taken at all. */
  readonly prefer: readonly string[];
  readonly avoid: readonly string[];
}

/** When somebody's turn comes at the earliest and with which boards, one for each want; null while no board can be told. */
export interface Turn {
  readonly id: string;
  readonly from: number | null;
  readonly boards: readonly string[];
}

/**
 * Plans the queue in its order: each gets the earliest time at which all its boards are free together for as long as it wants
 * them. What an earlier one is planned to get, a later one does not touch; it may go first where it is over by then. Whose time
 * is now is to be given the boards.
 */
export function plan(now: number, boards: readonly PlanBoard[], queue: readonly Waiting[]): Turn[] {
  const taken = new Map(boards.map(({ id, busy }) => [id, [...busy]]));
  return queue.map((waiting) => {
    const turn = turnOf(now, boards, taken, waiting);
    if (turn.from !== null) {
      const stretch = { from: turn.from, to: turn.from + waiting.minutes * 60_000 };
      for (const id of turn.boards) taken.get(id)?.push(stretch);
    }
    return turn;
  });
}

function turnOf(
  now: number,
  boards: readonly PlanBoard[],
  taken: ReadonlyMap<string, readonly Interval[]>,
  waiting: Waiting,
): Turn {
  const suiting = waiting.wants.map((want) =>
    boards.filter((board) => suits(board, want, waiting)).sort(byLiking(waiting)),
  );
  const begin = Math.max(now, waiting.from);
  // A wait ends when somebody's time ends: no other moment need be looked at.
  const ends = suiting.flat().flatMap(({ id }) => (taken.get(id) ?? []).map(({ to }) => to));
  const moments = [begin, ...new Set(ends.filter((end) => end > begin))].sort((a, b) => a - b);
  for (const from of moments) {
    const stretch = { from, to: from + waiting.minutes * 60_000 };
    const free = suiting.map((some) =>
      some.filter(({ id }) => inTheWay(taken.get(id) ?? [], stretch) === undefined).map(({ id }) => id),
    );
    const found = matchWants(free);
    if (found !== null) return { id: waiting.id, from, boards: found };
  }
  return { id: waiting.id, from: null, boards: [] };
}

/** Whether a board can be given for a want. */
export function suits(
  board: PlanBoard,
  want: Selector,
  { sites, hosts, avoid }: Pick<Waiting, 'sites' | 'hosts' | 'avoid'>,
): boolean {
  return (
    board.usable &&
    matches(board, want) &&
    (sites === null || sites.includes(board.site)) &&
    (hosts === null || board.host === null || hosts.includes(board.host)) &&
    !avoid.includes(board.name)
  );
}

/** Preferred ones first, then those with fewest tags, so that special boards stay free for who needs them. */
function byLiking({ prefer }: Waiting): (a: PlanBoard, b: PlanBoard) => number {
  const rank = (board: PlanBoard) => (prefer.includes(board.name) ? 0 : 1);
  return (a, b) => rank(a) - rank(b) || a.tags.length - b.tags.length || (a.name < b.name ? -1 : 1);
}

/** The place in the queue, 1 for the first: who is before and could take one of the same boards. */
export function positionOf(boards: readonly PlanBoard[], queue: readonly Waiting[], id: string): number | null {
  const index = queue.findIndex((waiting) => waiting.id === id);
  const mine = queue[index];
  if (mine === undefined) return null;
  const wanted = (one: Waiting) =>
    new Set(boards.filter((board) => one.wants.some((want) => suits(board, want, one))).map((board) => board.id));
  const own = wanted(mine);
  return 1 + queue.slice(0, index).filter((other) => [...wanted(other)].some((board) => own.has(board))).length;
}

/** Whether a board is free for the whole stretch. */
export function isFree(board: PlanBoard, stretch: Interval): boolean {
  return !board.busy.some((busy) => overlap(busy, stretch));
}
