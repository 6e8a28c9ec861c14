import { z } from 'zod';
import { covers, reachOf } from '#lib/access/reach.ts';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { parseWants } from '#lib/reservation/parse-wants.ts';
import { highestPriority, peoplePriority } from '#lib/reservation/priority.ts';
import type { Person } from '#server/auth/person.ts';
import { extend } from '#server/boards/reservations/extend.ts';
import { handOver, share } from '#server/boards/reservations/hand-over.ts';
import { longestOf } from '#server/boards/reservations/longest-for.ts';
import { move } from '#server/boards/reservations/move.ts';
import type { Actor } from '#server/boards/reservations/own.ts';
import { release } from '#server/boards/reservations/release.ts';
import { reserve } from '#server/boards/reservations/reserve.ts';
import { endSeries, reserveSeries } from '#server/boards/reservations/series.ts';
import { peopleNames } from '#server/store/people/people-names.ts';
import { procedure } from '../trpc.ts';
import { managesBoards } from '../views/manages-boards.ts';

const at = z.number().min(0).max(8.64e15);
const minutes = z.int().min(1).max(527_040);
const text = z.string().trim().max(400).transform(wellFormed);
const selector = z.string().trim().min(1).max(1_000);
const name = z.string().trim().min(1).max(200);
const reservation = z.strictObject({ reservation: z.guid() });

/** Reserving boards and what follows. Each answers with the reservation as it is then. */
export const reserveBoards = {
  /** `selector` as the command line has it; `from` null is now; `wait` stands in the queue. */
  reserve: procedure('boards.reserve')
    .input(
      z.strictObject({
        selector,
        minutes,
        from: at.nullable().default(null),
        wait: z.boolean().default(false),
        purpose: text.default(''),
        /** Beyond what people have, only who manages boards gives it. */
        priority: z.int().min(0).max(highestPriority).default(peoplePriority),
      }),
    )
    .mutation(async ({ ctx: { services, person, reach }, input }) => {
      const { priority, from, wait, purpose } = input;
      if (priority > peoplePriority && !managesBoards(person))
        throw new DomainError('FORBIDDEN', 'Only who manages boards puts somebody before others.');
      return await reserve(services.pool, {
        ...own(person),
        ...{
          wants: parseWants(input.selector),
          sites: reach.sites,
          minutes: input.minutes,
          priority,
          from,
          wait,
          purpose,
        },
        ...{ runId: null, hosts: null, prefer: [], avoid: [], yields: false, seriesId: null },
        longest: longestOf(person),
      });
    }),

  /** Times that come again, by a rule of RFC 5545 in a zone. All of them are booked, or none and the answer names what is in the way. */
  repeat: procedure('boards.repeat')
    .input(
      z.strictObject({
        selector,
        minutes,
        firstAt: at,
        zone: name,
        rule: name,
        purpose: text.default(''),
        /** Books the rest where some are taken. */
        skipTaken: z.boolean().default(false),
      }),
    )
    .mutation(({ ctx: { services, person, reach }, input }) =>
      reserveSeries(services.pool, {
        ...own(person),
        ...input,
        wants: parseWants(input.selector),
        sites: reach.sites,
        longest: longestOf(person),
      }),
    ),

  endSeries: procedure('boards.endSeries')
    .input(z.strictObject({ series: z.guid() }))
    .mutation(({ ctx: { services, person }, input }) => endSeries(services.pool, input.series, actorOf(person))),

  extend: procedure('boards.extend')
    .input(reservation.extend({ minutes }))
    .mutation(({ ctx: { services, person }, input }) =>
      extend(services.pool, input.reservation, { byMinutes: input.minutes }, actorOf(person)),
    ),

  /** The reason is needed for what somebody else has. */
  release: procedure('boards.release')
    .input(reservation.extend({ reason: text.default('') }))
    .mutation(({ ctx: { services, person }, input }) =>
      release(services.pool, input.reservation, { ...actorOf(person), reason: input.reason }),
    ),

  move: procedure('boards.move')
    .input(reservation.extend({ from: at, to: at, board: name.optional() }))
    .mutation(({ ctx: { services, person }, input }) => move(services.pool, input.reservation, input, actorOf(person))),

  handOver: procedure('boards.handOver')
    .input(reservation.extend({ to: name, reason: text.default('') }))
    .mutation(async ({ ctx: { services, person }, input: { reservation: id, to, reason } }) => {
      refuseUnknownPeople(await peopleNames(services.pool), [to]);
      return await handOver(services.pool, id, { ...actorOf(person), to, reason });
    }),

  share: procedure('boards.share')
    .input(reservation.extend({ with: z.array(name).max(20) }))
    .mutation(async ({ ctx: { services, person }, input: { reservation: id, with: sharedWith } }) => {
      refuseUnknownPeople(await peopleNames(services.pool), sharedWith);
      return await share(services.pool, id, { ...actorOf(person), sharedWith });
    }),
};

function own({ actor }: Person) {
  return { holder: actor, askedBy: actor };
}

/** What others have is theirs to change only where they manage boards. */
function actorOf(person: Person): Actor {
  const manages = reachOf(person, 'boards:manage');
  return { by: person.actor, manages: (site) => covers(manages, { site }) };
}

function refuseUnknownPeople(known: readonly string[], named: readonly string[]): void {
  const unknown = named.find((one) => !known.includes(one));
  if (unknown !== undefined) throw new DomainError('BAD_INPUT', `There is nobody called ${unknown}.`);
}
