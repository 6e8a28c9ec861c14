import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { isFree, plan, positionOf, suits, type Waiting } from '#lib/reservation/plan.ts';
import { matches, type Selector, selectorText, whyNone } from '#lib/reservation/selector.ts';
import { type Asked, ask } from '#server/store/reservations/ask.ts';
import { type Candidate, candidates } from '#server/store/reservations/candidates.ts';
import { due } from '#server/store/reservations/due.ts';
import { grant } from '#server/store/reservations/grant.ts';
import { beside, inTurn, type Turn } from '#server/store/reservations/in-turn.ts';
import { queued, waitingOf } from '#server/store/reservations/queue.ts';
import { askToYield } from '#server/store/reservations/yield.ts';
import { settle, whyHopeless } from './settle.ts';
import { refuseTooLong } from './too-long.ts';
import { whoHas } from './who-has.ts';

/** Who wants boards: now, in the queue where need be, or at a time to come. */
export interface Wish extends Omit<Asked, 'startsAt' | 'maxMinutes'> {
  /** Epoch milliseconds; null is now. */
  readonly from: number | null;
  /** Whether to stand in the queue when no board is free now. */
  readonly wait: boolean;
  /** The most minutes that the asker may have boards of these types; null for whom no limit holds. */
  readonly longest: ((boards: readonly Pick<Candidate, 'site' | 'maxMinutes'>[]) => number) | null;
}

export interface Reserved {
  readonly id: string;
  readonly number: number;
  /** `held`: yours from now on · `booked`: at its time · `queued`: when its turn comes. */
  readonly status: 'held' | 'booked' | 'queued';
  /** Names, in the order of the wants; none while it waits. */
  readonly boards: readonly string[];
  readonly lease: string | null;
  /** Epoch milliseconds; null while it waits. */
  readonly from: number | null;
  readonly to: number | null;
  /** Of one that waits: its place among those who want the same boards, and when its turn comes at the earliest. */
  readonly position: number | null;
  readonly expected: number | null;
}

/** How far ahead one may reserve, milliseconds: a year. */
const furthestAhead = 366 * 86_400_000;

/**
 * Reserves boards. Throws BAD_INPUT where no such board is known, LIMIT where it would last too long, REFUSED where waiting leads
 * nowhere, CONFLICT naming who has the boards and when they are free.
 */
export async function reserve(pool: Pool, wish: Wish): Promise<Reserved> {
  // Where nobody waits and nothing is due, one free board can be had beside others; two could wait for each other's for ever.
  const free = wish.wants.length === 1 ? await beside(pool, (turn) => reserveFree(turn, wish)) : null;
  if (free !== null) return free;
  return await inTurn(pool, async (turn) => {
    await settle(turn);
    return await reserveInTurn(turn, wish);
  });
}

/** Null where others wait, something is due, or the boards are not free: what then is right is found out in turn. */
async function reserveFree(turn: Turn, wish: Wish): Promise<Reserved | null> {
  const { expired, begins, missed, stranded, queued: waiting } = await due(turn);
  if (waiting + expired.length + begins.length + missed.length + stranded.length > 0) return null;
  return await reserveInTurn(turn, { ...wish, wait: false }).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
}

/** The same where reservations are settled and nobody else can change them. */
export async function reserveInTurn(turn: Turn, wish: Wish): Promise<Reserved> {
  const boards = await candidates(turn.client, wish.wants, turn.now);
  await refuseUnknown(turn, boards, wish);
  const maxMinutes = refuseTooLong(boards, wish);
  const startsAt = wish.from ?? turn.now;
  refuseWrongTime(startsAt, turn.now);
  const asked = { ...wish, startsAt, maxMinutes };
  return wish.from === null || wish.from <= turn.now
    ? await reserveNow(turn, { ...asked, startsAt: turn.now }, wish.wait, boards)
    : await reserveAhead(turn, asked, boards);
}

/** Whoever asks now stands behind those who wait already. */
async function reserveNow(turn: Turn, asked: Asked, wait: boolean, own: readonly Candidate[]): Promise<Reserved> {
  const queue = await queued(turn.client);
  const boards =
    queue.length === 0
      ? own
      : await candidates(turn.client, [...asked.wants, ...queue.flatMap(({ wants }) => wants)], turn.now);
  const mine = { ...waitingOf({ id: 'mine', ...asked }) };
  const before = queue.filter(({ priority }) => priority >= asked.priority).map(waitingOf);
  const after = queue.filter(({ priority }) => priority < asked.priority).map(waitingOf);
  const line = [...before, mine, ...after];
  const planned = plan(turn.now, boards, line)[before.length];
  if (planned?.from === turn.now) return await give(turn, asked, planned.boards, boards);
  const why = asked.wants.flatMap((want) => whyHopeless(own, want) ?? [])[0];
  if (why !== undefined) throw new DomainError('REFUSED', `Waiting would lead nowhere: ${why}.`);
  if (!wait) throw await busyNow(turn, asked, own, planned?.from ?? null);
  const { id, number } = await ask(turn, asked);
  await askToYield(turn, asked.runId === null ? heldNow(planned?.boards ?? [], boards, turn.now) : []);
  const position = positionOf(boards, line, 'mine');
  const none = { boards: [], lease: null, from: null, to: null } as const;
  return { id, number, status: 'queued', ...none, position, expected: planned?.from ?? null };
}

async function reserveAhead(turn: Turn, asked: Asked, boards: readonly Candidate[]): Promise<Reserved> {
  const mine: Waiting = { ...waitingOf({ id: 'mine', ...asked }), prefer: [...asked.prefer] };
  // A board that nobody reaches now may well be back by then; one that is out of service may not.
  const byThen = boards.map((board) => ({ ...board, usable: board.usable || board.offlineBecause !== null }));
  const [planned] = plan(turn.now, byThen, [mine]);
  if (planned === undefined || planned.from !== asked.startsAt)
    throw await whoHas(turn, asked, boards, { freeAt: planned?.from ?? null });
  return await give(turn, asked, planned.boards, boards);
}

async function give(
  turn: Turn,
  asked: Asked,
  boardIds: readonly string[],
  boards: readonly Candidate[],
): Promise<Reserved> {
  const { id, number } = await ask(turn, asked);
  const [from, to] = [asked.startsAt, asked.startsAt + asked.minutes * 60_000];
  const begins = from <= turn.now;
  const lease = await grant(turn, { reservationId: id, holder: asked.holder, boardIds, from, to, begins });
  const names = boardIds.flatMap((one) => boards.find((board) => board.id === one)?.name ?? []);
  return {
    id,
    number,
    status: begins ? 'held' : 'booked',
    boards: names,
    lease,
    from,
    to,
    position: null,
    expected: null,
  };
}

function heldNow(planned: readonly string[], boards: readonly Candidate[], now: number): string[] {
  return boards
    .filter((board) => planned.includes(board.id) && !isFree(board, { from: now, to: now + 1 }))
    .map(({ id }) => id);
}

async function busyNow(
  turn: Turn,
  asked: Asked,
  boards: readonly Candidate[],
  freeAt: number | null,
): Promise<DomainError> {
  const reachable = asked.wants.every((want) => boards.some((board) => suits(board, want, asked)));
  if (reachable) return await whoHas(turn, asked, boards, { freeAt });
  const [first] = boards;
  const why =
    first?.offlineBecause ?? (first === undefined ? 'there is none' : `${first.name} is in health ${first.health}`);
  return new DomainError('CONFLICT', `No such board can be used now: ${why}.`, {
    next: 'Ask for it with a place in the queue (--wait), or choose others.',
  });
}

/** Nobody waits for a board that is not there. */
async function refuseUnknown(turn: Turn, boards: readonly Candidate[], { wants, sites }: Wish): Promise<void> {
  for (const want of wants) {
    const meant = boards.filter((board) => matches(board, want));
    if (meant.length === 0) throw await unknown(turn, want);
    if (sites !== null && !meant.some(({ site }) => sites.includes(site)))
      throw new DomainError('FORBIDDEN', `You may not reserve ${selectorText(want)}: it stands at ${meant[0]?.site}.`);
  }
  if (boards.length < wants.length)
    throw new DomainError('BAD_INPUT', `There are only ${boards.length} such boards, not ${wants.length}.`);
}

async function unknown(turn: Turn, want: Selector): Promise<DomainError> {
  const why = whyNone(await candidates(turn.client, [{ tags: [] }], turn.now), want);
  return new DomainError('BAD_INPUT', `There is no such board: ${why}.`, {
    next: '`firmloop boards list` shows them.',
  });
}

function refuseWrongTime(startsAt: number, now: number): void {
  if (startsAt > now + furthestAhead) throw new DomainError('LIMIT', 'Boards can be reserved a year ahead.');
  if (startsAt < now - 60_000)
    throw new DomainError('BAD_INPUT', `${new Date(startsAt).toISOString()} is in the past.`);
}
