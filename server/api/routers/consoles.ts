import { tracked } from '@trpc/server';
import { z } from 'zod';
import { covers, reachOf } from '#lib/access/reach.ts';
import type { Board } from '#lib/boards/board.ts';
import { capabilitiesOf, connectionsSchema } from '#lib/boards/connections.ts';
import { DomainError } from '#lib/errors.ts';
import type { Person } from '#server/auth/person.ts';
import { holdingOf, leaseFor, leaseOrFree, mayUse } from '#server/boards/holding.ts';
import { order } from '#server/boards/work/order.ts';
import { workTunables } from '#server/boards/work/tunables.ts';
import {
  type ConsoleSession,
  consoleNamed,
  consolesOf,
  openConsole,
  sayToBoard,
  withRecording,
  wordsAfter,
} from '#server/store/boards/consoles.ts';
import { boardStatistics } from '#server/store/boards/failures.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { checksOf } from '#server/store/boards/orders.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { procedure, router } from '../trpc.ts';

const board = z.guid();
const session = z.guid();
/** Words are bytes, which JSON carries as base64. */
const bytes = z.base64().min(1).max(8_192);

const shownSessions = 20;
const shownChecks = 10;
const statisticsDays = 30;
const wordsAtOnce = 200;

/** Talking with boards and what is done to them where they stand. Times are epoch milliseconds. */
export const consolesRouter = router({
  /** Who has the board, what its connections can do, and the talks that there were. */
  state: procedure('consoles.state')
    .input(z.strictObject({ board }))
    .query(async ({ ctx: { services, person }, input }) => {
      const { pool } = services;
      const found = await boardNamed(pool, input.board);
      const [holding, sessions, now] = await Promise.all([
        holdingOf(pool, found.id),
        consolesOf(pool, found.id, shownSessions),
        databaseTime(pool),
      ]);
      const { id, name, site, type, health, healthReason, offlineBecause } = found;
      return {
        board: { id, name, site, type, health, healthReason, offlineBecause },
        can: canDo(found),
        holding,
        mine: mayUse(holding, person.actor),
        manages: managesAt(person, site),
        sessions,
        now,
      };
    }),

  /** Opens the console under one's own lease; what a run or somebody else has open can be watched. */
  open: procedure('consoles.open')
    .input(z.strictObject({ board }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      const { pool } = services;
      const found = await boardNamed(pool, input.board);
      const leaseId = await leaseFor(pool, found, person.actor);
      const opened = await openConsole(pool, { boardId: found.id, leaseId, askedBy: person.actor });
      if (opened !== null) return opened;
      throw new DomainError('CONFLICT', `The console of ${found.name} is still open under an earlier lease.`, {
        next: 'Try again in a moment.',
      });
    }),

  say: procedure('consoles.say')
    .input(z.strictObject({ board, session, bytes }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      const { pool } = services;
      const talk = await talkOn(await consoleNamed(pool, input.session), input.board);
      const holding = await holdingOf(pool, talk.boardId);
      if (!mayUse(holding, person.actor) || holding?.leaseId !== talk.leaseId) {
        throw new DomainError('REFUSED', 'Only who has the board types on its console.', {
          next: 'Reserve the board.',
        });
      }
      await sayToBoard(pool, talk.id, { bytes: Buffer.from(input.bytes, 'base64'), by: person.actor });
    }),

  /** Everything that is said on a console from a word on, until it is closed. Typed words come with who typed them. */
  watch: procedure('consoles.watch')
    .input(
      z.strictObject({
        board,
        session,
        lastEventId: z
          .string()
          .regex(/^\d{1,18}$/)
          .nullish(),
      }),
    )
    .subscription(async function* ({ ctx: { services }, input, signal }) {
      const { pool, hub } = services;
      const until = signal ?? AbortSignal.timeout(0);
      const hints = hub.consoleHints(input.session, until);
      let after = Number(input.lastEventId ?? 0);
      await talkOn(await consoleNamed(pool, input.session), input.board);
      for (;;) {
        // The end is looked for first: what was said before it is then read for certain.
        const { openedAt, closedAt, closedBecause } = await consoleNamed(pool, input.session);
        for (;;) {
          const words = await wordsAfter(pool, input.session, { after, limit: wordsAtOnce });
          for (const { id, ...word } of words) {
            after = id;
            yield tracked(String(id), { kind: 'word' as const, ...word, bytes: word.bytes.toString('base64') });
          }
          if (words.length < wordsAtOnce) break;
        }
        if (closedAt !== null) {
          yield { kind: 'closed' as const, because: closedBecause ?? '' };
          return;
        }
        yield { kind: 'open' as const, openedAt };
        const next = await hints.next();
        if (next.done === true) return;
      }
    }),

  /** A piece of a recording. */
  replay: procedure('consoles.replay')
    .input(z.strictObject({ board, session, after: z.int().min(0).default(0) }))
    .query(async ({ ctx: { services }, input }) => {
      const talk = withRecording(await talkOn(await consoleNamed(services.pool, input.session), input.board));
      const words = await wordsAfter(services.pool, talk.id, { after: input.after, limit: wordsAtOnce });
      return {
        session: talk,
        words: words.map(({ bytes: said, ...word }) => ({ ...word, bytes: said.toString('base64') })),
        isLast: words.length < wordsAtOnce,
      };
    }),

  power: procedure('consoles.power')
    .input(z.strictObject({ board, action: z.enum(['on', 'off', 'cycle', 'read']) }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      const { pool } = services;
      const found = await boardNamed(pool, input.board);
      const actor = { actor: person.actor, manages: managesAt(person, found.site) };
      const leaseId = await leaseOrFree(pool, found, actor);
      const kind = `power-${input.action}` as const;
      return await order(pool, { boardId: found.id, kind, leaseId, askedBy: person.actor }, workTunables.pageMs);
    }),

  check: procedure('consoles.check')
    .input(z.strictObject({ board }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      const { pool } = services;
      const found = await boardNamed(pool, input.board);
      const actor = { actor: person.actor, manages: managesAt(person, found.site) };
      const leaseId = await leaseOrFree(pool, found, actor);
      return await order(
        pool,
        { boardId: found.id, kind: 'check', leaseId, askedBy: person.actor },
        workTunables.pageMs,
      );
    }),

  /** How reliable the board was in the last 30 days, and its latest checks. */
  health: procedure('consoles.health')
    .input(z.strictObject({ board }))
    .query(async ({ ctx: { services }, input }) => {
      const { pool } = services;
      const found = await boardNamed(pool, input.board);
      const [statistics, checks] = await Promise.all([
        boardStatistics(pool, found.id, statisticsDays),
        checksOf(pool, found.id, shownChecks),
      ]);
      return { statistics, days: statisticsDays, checks };
    }),
});

function canDo({ connections }: Board) {
  const given = connectionsSchema.parse(connections).flatMap(({ type }): readonly string[] => capabilitiesOf[type]);
  return { power: given.includes('power'), console: given.includes('console') };
}

function managesAt(person: Person, site: string): boolean {
  return covers(reachOf(person, 'boards:manage'), { site });
}

/** A session of this board; the board is what the rights were asked for. Throws NOT_FOUND. */
async function talkOn(talk: ConsoleSession, boardId: string): Promise<ConsoleSession> {
  if (talk.boardId === boardId) return talk;
  throw new DomainError('NOT_FOUND', 'There is no such console session of this board.');
}
