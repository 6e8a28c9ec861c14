import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { whyHopeless } from '#lib/reservation/outlook.ts';
import { isFree, plan, positionOf, suits, type Waiting } from '#lib/reservation/plan.ts';
import { matches, type Selector, selectorText, whyNone } from '#lib/reservation/selector.ts';
import { type Asked, ask } from '#server/store/reservations/ask.ts';
import { type Candidate, candidates } from '#server/store/reservations/candidates.ts';
import { inTurn, type Turn } from '#server/store/reservations/in-turn.ts';
import { queued, waitingOf } from '#server/store/reservations/queue.ts';
import { askToYield } from '#server/store/reservations/yield.ts';
import { backByThen } from './back-by-then.ts';
import { give, type Reserved } from './give.ts';
import { reserveBeside } from './reserve-beside.ts';
import { settle } from './settle.ts';
import { startOf } from './start-of.ts';
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

/**
 * Reserves boards. Throws BAD_INPUT where no such board is known, LIMIT where it would last too long, REFUSED where waiting leads
 * nowhere, CONFLICT naming who has the boards and when they are free.
 */
export async function reserve(pool: Pool, wish: Wish): Promise<Reserved> {
  const beside = await reserveBeside(pool, wish);
  if (beside !== null) return beside;
  return await inTurn(pool, async (turn) => {
    await settle(turn);
    return await reserveInTurn(turn, wish);
  });
}

/** The same where reservations are settled and nobody else can change them. */
export async function reserveInTurn(turn: Turn, wish: Wish): Promise<Reserved> {
  const boards = await candidates(turn.client, wish.wants, turn.now);
  await refuseUnknown(turn, boards, wish);
  const maxMinutes = refuseTooLong(boards, wish);
  const startsAt = startOf(wish, turn.now);
  const asked = { ...wish, startsAt, maxMinutes };
  return startsAt === turn.now
    ? await reserveNow(turn, asked, wish.wait, boards)
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
  if (planned?.from === turn.now)
    return await give(turn.client, asked, { boardIds: planned.boards, boards, begins: true });
  const why = asked.wants.flatMap((want) => whyHopeless(own, want) ?? [])[0];
  if (why !== undefined) throw new DomainError('REFUSED', `Waiting would lead nowhere: ${why}.`);
  if (!wait) throw await busyNow(turn, asked, own, planned?.from ?? null);
  const { id, number } = await ask(turn.client, asked);
  await askToYield(turn, asked.runId === null ? heldNow(planned?.boards ?? [], boards, turn.now) : []);
  const position = positionOf(boards, line, 'mine');
  const none = { boards: [], lease: null, from: null, to: null } as const;
  return { id, number, status: 'queued', ...none, position, expected: planned?.from ?? null };
}

async function reserveAhead(turn: Turn, asked: Asked, boards: readonly Candidate[]): Promise<Reserved> {
  const mine: Waiting = { ...waitingOf({ id: 'mine', ...asked }), prefer: [...asked.prefer] };
  const [planned] = plan(turn.now, backByThen(boards), [mine]);
  if (planned === undefined || planned.from !== asked.startsAt)
    throw await whoHas(turn, asked, boards, { freeAt: planned?.from ?? null });
  return await give(turn.client, asked, { boardIds: planned.boards, boards, begins: false });
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
