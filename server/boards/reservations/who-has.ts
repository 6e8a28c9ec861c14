import { DomainError } from '#lib/errors.ts';
import { selectorText } from '#lib/reservation/selector.ts';
import type { Asked } from '#server/store/reservations/ask.ts';
import type { Candidate } from '#server/store/reservations/candidates.ts';
import { holdersOf } from '#server/store/reservations/holders-of.ts';
import type { Turn } from '#server/store/reservations/in-turn.ts';

/** More names than this help nobody. */
const mostNamed = 3;

/** Says who has the boards that somebody wants, until when, and when all of them are free. */
export async function whoHas(
  turn: Turn,
  { wants, minutes, startsAt }: Pick<Asked, 'wants' | 'minutes' | 'startsAt'>,
  boards: readonly Candidate[],
  { freeAt }: { freeAt: number | null },
): Promise<DomainError> {
  const stretch = { from: startsAt, to: startsAt + minutes * 60_000 };
  const held = await holdersOf(
    turn.client,
    boards.map(({ id }) => id),
    stretch,
  );
  const named = held
    .slice(0, mostNamed)
    .map(
      ({ board, holder, from, to }) =>
        `${board} is ${holder}’s ${from > turn.now ? `from ${iso(from)} ` : ''}to ${iso(to)}`,
    );
  const more = held.length > mostNamed ? `, ${held.length - mostNamed} more are taken` : '';
  const wanted = wants.map(selectorText).join(', ');
  const because = named.length === 0 ? 'others wait for it' : `${named.join(', ')}${more}`;
  return new DomainError('CONFLICT', `${wanted} is not free for that time: ${because}.`, {
    next:
      freeAt === null
        ? 'Choose other boards or less time.'
        : `Free at ${iso(freeAt)} at the earliest: ask for it with a place in the queue (--wait), or for another time.`,
  });
}

function iso(at: number): string {
  return new Date(at).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
}
