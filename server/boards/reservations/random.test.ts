import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DomainError } from '#lib/errors.ts';
import { reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { addBoards, wishFor } from '../testing.ts';
import { crowd } from './crowd.ts';
import { extend } from './extend.ts';
import { release } from './release.ts';
import { reserve } from './reserve.ts';

const pool = await testPool(12);

const hour = 3_600_000;
const boards = ['a', 'b'];
const clients = ['p', 'q', 'r'];

/** What a client asks for: hours of a day next month, a place in the queue of a board, more hours, or the end of what it has. */
const operation = fc.oneof(
  fc.record({
    kind: fc.constant('book' as const),
    board: fc.constantFrom(...boards),
    from: fc.nat(20),
    hours: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), board: fc.constantFrom(...boards) }),
  fc.record({ kind: fc.constant('extend' as const), which: fc.nat(30), hours: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('release' as const), which: fc.nat(30) }),
);

/** One reservation in the reference: a stretch of hours next month, or a place in the queue of a board. */
interface Known {
  readonly board: string;
  readonly stretch: { from: number; to: number } | null;
  over: boolean;
}

/** The reference: a list. Hours may not overlap; of those who wait for a board the first has it. */
class Reference {
  readonly all: Known[] = [];

  book(board: string, stretch: { from: number; to: number }): boolean {
    const isFree = this.isFree(board, stretch, null);
    if (isFree) this.all.push({ board, stretch, over: false });
    return isFree;
  }

  wait(board: string): void {
    this.all.push({ board, stretch: null, over: false });
  }

  extend(one: Known, hours: number): boolean {
    if (one.over || one.stretch === null) return false;
    const longer = { from: one.stretch.from, to: one.stretch.to + hours };
    const isFree = this.isFree(one.board, longer, one);
    if (isFree) one.stretch.to = longer.to;
    return isFree;
  }

  statusOf(one: Known): 'ended' | 'booked' | 'held' | 'queued' {
    if (one.over) return 'ended';
    if (one.stretch !== null) return 'booked';
    const line = this.all.filter((other) => !other.over && other.stretch === null && other.board === one.board);
    return line[0] === one ? 'held' : 'queued';
  }

  private isFree(board: string, { from, to }: { from: number; to: number }, self: Known | null): boolean {
    return !this.all.some(
      (other) =>
        other !== self &&
        !other.over &&
        other.board === board &&
        other.stretch !== null &&
        other.stretch.from < to &&
        from < other.stretch.to,
    );
  }
}

test('whatever is asked in whatever order, the database agrees with a list that one can read', {
  timeout: 120_000,
}, async () => {
  await addBoards(pool, ...boards.map((name) => ({ name })));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ by: fc.constantFrom(...clients), what: operation }), { minLength: 1, maxLength: 20 }),
      async (steps) => {
        await pool.query('DELETE FROM lease; DELETE FROM reservation_board; DELETE FROM reservation');
        const begin = Math.ceil(Date.now() / hour) * hour + 30 * 24 * hour;
        const reference = new Reference();
        const ids: string[] = [];
        for (const { by, what } of steps) await step(by, what);
        for (const [index, known] of reference.all.entries()) {
          const row = await reservationNamed(pool, ids[index] ?? '');
          expect([index, row.status]).toEqual([index, reference.statusOf(known)]);
          if (row.status !== 'booked') continue;
          const stretch = known.stretch && {
            from: begin + known.stretch.from * hour,
            to: begin + known.stretch.to * hour,
          };
          expect(row.boards.map(({ from, to }) => ({ from, to }))).toEqual([stretch]);
        }

        async function step(by: string, what: (typeof steps)[number]['what']): Promise<void> {
          if (what.kind === 'book') {
            const stretch = { from: what.from, to: what.from + what.hours };
            const expected = reference.book(what.board, stretch);
            const wish = wishFor(what.board, {
              holder: by,
              from: begin + stretch.from * hour,
              minutes: what.hours * 60,
            });
            const booked = await agreed(expected, () => reserve(pool, wish));
            if (booked !== null) ids.push(booked.id);
            return;
          }
          if (what.kind === 'wait') {
            reference.wait(what.board);
            ids.push((await reserve(pool, wishFor(what.board, { holder: by, wait: true }))).id);
            return;
          }
          const one = reference.all[what.which];
          const id = ids[what.which];
          if (one === undefined || id === undefined) return;
          const actor = { by, manages: () => true, reason: 'the test says so' };
          if (what.kind === 'release') {
            await agreed(!one.over, () => release(pool, id, actor));
            one.over = true;
            return;
          }
          if (one.stretch === null) return;
          await agreed(reference.extend(one, what.hours), () =>
            extend(pool, id, { byMinutes: what.hours * 60 }, actor),
          );
        }
      },
    ),
    { numRuns: 20 },
  );
});

/** The answer where one is expected; where a refusal is, that it is one that a person can read. */
async function agreed<T>(expected: boolean, ask: () => Promise<T>): Promise<T | null> {
  if (expected) return await ask();
  await expect(ask()).rejects.toBeInstanceOf(DomainError);
  return null;
}

test('100 clients on 20 boards never overlap, lose no board and each get a clear answer', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `crowd-${n}`);
  await addBoards(pool, ...names.map((name) => ({ name, type: 'crowded' })));
  const { operations, unclear } = await crowd(pool, { type: 'crowded', clients: 100, ms: 4_000 });
  expect(unclear).toEqual([]);
  expect(operations).toBeGreaterThan(200);
  const { rows } = await pool.query(
    `SELECT count(*)::int AS overlaps FROM reservation_board a JOIN reservation_board b ON a.board_id = b.board_id AND a.id < b.id
     WHERE tstzrange(a.starts_at, GREATEST(a.starts_at, LEAST(coalesce(a.released_at, a.ends_at), a.ends_at)))
       && tstzrange(b.starts_at, GREATEST(b.starts_at, LEAST(coalesce(b.released_at, b.ends_at), b.ends_at)))`,
  );
  expect(rows).toEqual([{ overlaps: 0 }]);
  expect((await reserve(pool, wishFor('20 type=crowded'))).boards.toSorted()).toEqual(names.toSorted());
});
