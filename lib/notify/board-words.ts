import { z } from 'zod';
import { duration } from '#lib/format/duration.ts';
import { selectorText, wantsSchema } from '#lib/reservation/selector.ts';
import type { Notice } from './notice.ts';

/** What a notice tells of a reservation; what is not there is left out of the words. Times in epoch milliseconds. */
const reservation = z.object({
  number: z.number().nullish().catch(null),
  boards: z.array(z.object({ id: z.string(), name: z.string() })).catch([]),
  wants: wantsSchema.catch([]),
  until: z.number().nullish().catch(null),
  because: z.string().nullish().catch(null),
});

/** The boards of a notice, or what its person waited for: `board-7`, `board-7 and board-8`, `type=stm32f4`. */
export function boardsIn(notice: Notice): string {
  const { boards, wants } = reservation.parse(notice.data);
  const names = boards.length > 0 ? boards.map(({ name }) => name) : wants.map(selectorText);
  return names.length === 0 ? 'a board' : new Intl.ListFormat('en-GB').format(names);
}

/** What somebody has lost: boards, or their wait for them. */
export function lossIn(notice: Notice): string {
  const { boards } = reservation.parse(notice.data);
  const what = boardsIn(notice);
  if (boards.length === 0) return `Nothing comes of your wait for ${what}`;
  return `You have lost ${what}${notice.actor === null ? '' : ` to ${notice.actor}`}`;
}

/** How long they are still theirs: ` for 2 h 00 min`; nothing where that is not known. */
export function timeLeftIn({ data, at }: Notice): string {
  const { until } = reservation.parse(data);
  return typeof until === 'number' ? ` for ${duration(Math.max(until - at, 0))}` : '';
}

/** Which reservation it is and when or why it ends, as a sentence. */
export function reservationIn({ data }: Notice): string {
  const { number, until, because } = reservation.parse(data);
  const which = `Reservation ${number ?? ''}`.trim();
  if (typeof because === 'string') return `${which} is over: ${because}.`;
  return typeof until === 'number' ? `${which} ends at ${new Date(until).toISOString()}.` : '';
}

/** Where its first board is, from the root of the product. */
export function boardPathOf({ data, kind }: Notice): string {
  const [board] = reservation.parse(data).boards;
  if (board === undefined) return '/boards';
  return kind === 'board.granted' ? `/boards/${board.id}/console` : `/boards/${board.id}`;
}
