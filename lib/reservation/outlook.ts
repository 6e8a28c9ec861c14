import { type BoardHealth, hopelessHealths } from '#lib/boards/board.ts';
import { counted } from '#lib/format/count.ts';
import { isFree, type PlanBoard } from './plan.ts';
import { matches, type Selector, selectorText, whyNone } from './selector.ts';

/** A board with what can be in the way of having it now. */
export interface OutlookBoard extends PlanBoard {
  readonly health: BoardHealth;
  readonly offlineBecause: string | null;
}

/** More names than this help nobody. */
const mostNamed = 3;

/** Why waiting for such a board leads nowhere, as a clause; null when one may come. */
export function whyHopeless(boards: readonly OutlookBoard[], want: Selector): string | null {
  const meant = boards.filter((board) => matches(board, want));
  const [first] = meant;
  if (first === undefined) return whyNone(boards, want);
  if (!meant.every(({ health }) => hopelessHealths.includes(health))) return null;
  if (meant.length === 1) return `${first.name} is in health ${first.health}`;
  return `${howMany(meant.length, 'board')} ${whichAre(want)}, none is good: ${named(meant)}`;
}

/** What is to be known of such a board that may come and cannot be had at once, as a clause; null when one is free now. */
export function whyLater(boards: readonly OutlookBoard[], want: Selector, now: number): string | null {
  const meant = boards.filter((board) => matches(board, want) && !hopelessHealths.includes(board.health));
  const free = meant.some((board) => board.usable && isFree(board, { from: now, to: now + 1 }));
  return free ? null : `of ${howMany(meant.length, 'such board')} none is free now: ${named(meant)}`;
}

/** What would do but for one thing, a sentence each: `Without tag=can 2 boards would do: a, b.` */
export function nearMisses(boards: readonly OutlookBoard[], want: Selector): string[] {
  return loosened(want).flatMap(({ without, rest }) => {
    const near = boards.filter((board) => matches(board, rest) && !hopelessHealths.includes(board.health));
    if (near.length === 0) return [];
    const names = `${near
      .slice(0, mostNamed)
      .map(({ name }) => name)
      .join(', ')}${near.length > mostNamed ? ', …' : ''}`;
    return [`Without ${without} ${howMany(near.length, 'board')} would do: ${names}.`];
  });
}

/** A selector without each of its conditions in turn; one alone says too little to be left out. */
function loosened({ tags, ...fields }: Selector): { without: string; rest: Selector }[] {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (set.length + tags.length < 2) return [];
  return [
    ...set.map(([key, value]) => ({
      without: `${key}=${value}`,
      rest: { ...Object.fromEntries(set.filter(([other]) => other !== key)), tags },
    })),
    ...tags.map((tag) => ({ without: `tag=${tag}`, rest: { ...fields, tags: tags.filter((other) => other !== tag) } })),
  ];
}

/** It goes to terminals too. */
function howMany(amount: number, what: string): string {
  return counted(amount, what).replaceAll('\u00a0', ' ');
}

function whichAre(want: Selector): string {
  const text = selectorText(want);
  return text === selectorText({ tags: [] }) ? 'are there' : `are ${text}`;
}

function named(boards: readonly OutlookBoard[]): string {
  const rest = boards.length - mostNamed;
  const some = boards.slice(0, mostNamed).map((board) => `${board.name} ${inTheWayOf(board)}`);
  return [...some, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

function inTheWayOf({ health, offlineBecause, usable }: OutlookBoard): string {
  if (offlineBecause !== null) return `is offline (${offlineBecause})`;
  return usable ? 'is taken' : `is in health ${health}`;
}
