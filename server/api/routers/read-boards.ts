import { z } from 'zod';
import { covers, reachOf } from '#lib/access/reach.ts';
import { connectionsSchema } from '#lib/boards/connections.ts';
import { DomainError } from '#lib/errors.ts';
import { exportInventory } from '#server/boards/export-inventory.ts';
import { longestOf } from '#server/boards/reservations/longest-for.ts';
import { boardCounts } from '#server/store/boards/board-counts.ts';
import { type BoardEventRow, boardEvents } from '#server/store/boards/board-events.ts';
import { type FleetBoard, fleet } from '#server/store/boards/fleet.ts';
import { boardTypeRows } from '#server/store/boards/inventory.ts';
import { timeline } from '#server/store/boards/timeline.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { peopleNames } from '#server/store/people/people-names.ts';
import { reservationsWhere } from '#server/store/reservations/reservation-row.ts';
import { procedure } from '../trpc.ts';
import { managesBoards } from '../views/manages-boards.ts';
import { queueView } from '../views/queue-view.ts';
import { reservationView } from '../views/reservation-view.ts';

const at = z.number().min(0).max(8.64e15);
const board = z.strictObject({ board: z.guid() });

/** So much of a board's history at once. */
const historyPage = 40;
/** Of one's own reservations so many are shown: a series has one for each of its times. */
const mostOwn = 500;
/** Longest stretch of a timeline, milliseconds: six weeks. */
const longestStretch = 42 * 86_400_000;

/** What pages show of boards. Times are epoch milliseconds. */
export const readBoards = {
  /** Every board with its two axes and who has it, and who waits. */
  fleet: procedure('boards.fleet')
    .input(z.strictObject({ retired: z.boolean().default(false) }).prefault({}))
    .query(async ({ ctx: { services, reach, person }, input }) => {
      const { pool } = services;
      const [boards, queue, now] = await Promise.all([
        fleet(pool, { sites: reach.sites, retired: input.retired }),
        queueView(pool, reach.sites),
        databaseTime(pool),
      ]);
      return {
        boards: boards.map(shownOf),
        queue,
        now,
        reservesAt: reachOf(person, 'boards:reserve').sites,
        managesAt: reachOf(person, 'boards:manage').sites,
        me: person.actor,
      };
    }),

  /** How many of the boards somebody can have. */
  counts: procedure('boards.counts').query(({ ctx: { services, reach } }) => boardCounts(services.pool, reach.sites)),

  /** The windows of a stretch of time. */
  timeline: procedure('boards.timeline')
    .input(z.strictObject({ from: at, to: at }))
    .query(async ({ ctx: { services, reach }, input: { from, to } }) => {
      if (to <= from || to - from > longestStretch)
        throw new DomainError('BAD_INPUT', 'A timeline shows up to six weeks, from an earlier to a later time.');
      return await timeline(services.pool, { from, to, sites: reach.sites });
    }),

  page: procedure('boards.page')
    .input(board)
    .query(async ({ ctx: { services, person }, input }) => {
      const { pool } = services;
      const [found] = await fleet(pool, { sites: null, retired: true, id: input.board });
      if (found === undefined) throw new DomainError('NOT_FOUND', `There is no board ${input.board}.`);
      const now = await databaseTime(pool);
      const [events, windows, current, types] = await Promise.all([
        boardEvents(pool, { boardId: found.id, limit: historyPage }),
        timeline(pool, { from: now, to: now + 14 * 86_400_000, sites: null, boardId: found.id }),
        found.held === null ? [] : reservationsWhere(pool, 'r.id = $1', [found.held.reservationId]),
        boardTypeRows(pool),
      ]);
      const maxMinutes = types.find(({ name }) => name === found.type)?.maxMinutes ?? {};
      return {
        board: shownOf(found),
        now,
        events: events.map(happening),
        next: windows.filter(({ status }) => status === 'booked'),
        reservation: current[0] === undefined ? null : reservationView(current[0]),
        mayReserve: covers(reachOf(person, 'boards:reserve'), { site: found.site }),
        mayManage: covers(reachOf(person, 'boards:manage'), { site: found.site }),
        mayPrecede: managesBoards(person),
        longestMinutes: longestOf(person)([{ site: found.site, maxMinutes }]),
        me: person.actor,
      };
    }),

  history: procedure('boards.history')
    .input(board.extend({ before: z.int().min(1).optional() }))
    .query(async ({ ctx: { services }, input }) => {
      const asked = { boardId: input.board, before: input.before, limit: historyPage };
      return (await boardEvents(services.pool, asked)).map(happening);
    }),

  /** Reservations of the reader: those that go on, wait or are to come. */
  mine: procedure('boards.mine').query(async ({ ctx: { services, person } }) => {
    const own = `r.status <> 'ended' AND (r.holder = $1 OR $1 = ANY(r.shared_with)) ORDER BY r.starts_at LIMIT ${mostOwn}`;
    return (await reservationsWhere(services.pool, own, [person.actor])).map(reservationView);
  }),

  /** Who can be given boards. */
  people: procedure('boards.people').query(({ ctx: { services } }) => peopleNames(services.pool)),

  /** The inventory as YAML. */
  export: procedure('boards.export').query(({ ctx: { services, reach } }) =>
    exportInventory(services.pool, reach.sites),
  ),
};

/** What happened, without what programs keep of it. */
function happening({ id, at: when, kind, actor, reason }: BoardEventRow) {
  return { id, at: when, kind, actor, reason };
}

/** How a board is reached is no matter of lists; a page says it in words of its own. */
function shownOf({ connections, hooks: _, ...shown }: FleetBoard) {
  return { ...shown, connections: connectionsSchema.parse(connections).map(({ type }) => type) };
}
