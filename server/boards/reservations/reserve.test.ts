import { beforeEach, expect, test } from 'vitest';
import { inTurn } from '#server/store/reservations/in-turn.ts';
import { reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { wishFor } from '../testing.ts';
import { release } from './release.ts';
import { rerouteStranded } from './reroute-stranded.ts';
import { reserve } from './reserve.ts';
import { farmOf, inMinutes, nobody } from './testing.ts';

const pool = await testPool(12);
const { clear, boardsOf, settled, health, kinds } = farmOf(pool);

beforeEach(clear);

test.each([
  ['the same window', () => 0],
  ['windows that overlap', (n: number) => n % 7],
])('of 20 who ask at once for %s exactly one wins and the others are told who has it', async (_, offset) => {
  const type = await boardsOf('a');
  const asked = await Promise.allSettled(
    Array.from({ length: 20 }, (_one, n) =>
      reserve(pool, wishFor(`type=${type}`, { holder: `p${n}`, from: inMinutes(60 + offset(n)), minutes: 30 })),
    ),
  );
  const won = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(won).toHaveLength(1);
  const winner = await reservationNamed(pool, won[0]?.id ?? '');
  for (const lost of asked)
    if (lost.status === 'rejected') expect(String(lost.reason)).toContain(`is ${winner.holder}’s from`);
});

test('the database refuses two windows on one board that overlap, whoever writes them', async () => {
  const type = await boardsOf('a');
  const held = await reserve(pool, wishFor(`type=${type}`));
  const again = inTurn(pool, ({ client }) =>
    client.query(
      `INSERT INTO reservation_board (reservation_id, board_id, want, starts_at, ends_at)
       SELECT reservation_id, board_id, 7, starts_at + interval '1 minute', ends_at FROM reservation_board WHERE reservation_id = $1`,
      [held.id],
    ),
  );
  await expect(again).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining(`${type}-a is eve’s from`),
  });
});

test('a board is held from now on, and free at once when it is released', async () => {
  const type = await boardsOf('a');
  const held = await reserve(pool, wishFor(`type=${type}`));
  expect(held).toMatchObject({ status: 'held', boards: [`${type}-a`], lease: expect.any(String) });
  await expect(reserve(pool, wishFor(`type=${type}`, { holder: 'bob' }))).rejects.toThrow(/is eve’s/);
  await release(pool, held.lease ?? '', { ...nobody('eve'), reason: '' });
  expect(await reserve(pool, wishFor(`type=${type}`, { holder: 'bob' }))).toMatchObject({ status: 'held' });
  expect((await kinds(`${type}-a`)).slice(0, 3).map(([kind]) => kind)).toEqual(['held', 'released', 'held']);
});

test('whoever waits is told place and earliest time, and gets the board in the transaction that frees it', async () => {
  const type = await boardsOf('a');
  const held = await reserve(pool, wishFor(`type=${type}`));
  const bob = await reserve(pool, wishFor(`type=${type}`, { holder: 'bob', wait: true }));
  const cem = await reserve(pool, wishFor(`type=${type}`, { holder: 'cem', wait: true }));
  expect(bob).toMatchObject({ status: 'queued', position: 1, expected: held.to });
  expect(cem).toMatchObject({ status: 'queued', position: 2, expected: (held.to ?? 0) + 10 * 60_000 });
  const dora = await reserve(pool, wishFor(`type=${type}`, { holder: 'dora', wait: true, priority: 20 }));
  expect(dora).toMatchObject({ position: 1, expected: held.to });
  await release(pool, String(held.number), { ...nobody('eve'), reason: '' });
  const now = await Promise.all([bob, cem, dora].map(({ id }) => reservationNamed(pool, id)));
  expect(now.map(({ status }) => status)).toEqual(['queued', 'queued', 'held']);
});

test('a free board is given while others have their turn, also while somebody waits for another', async () => {
  const type = await boardsOf('a', 'b');
  await reserve(pool, wishFor(`${type}-a`));
  await reserve(pool, wishFor(`${type}-a`, { holder: 'bob', wait: true }));
  await inTurn(pool, async () => {
    expect(await reserve(pool, wishFor(`type=${type}`, { holder: 'cem' }))).toMatchObject({ boards: [`${type}-b`] });
  });
});

test('nobody is given a free board before who waits for it', async () => {
  const type = await boardsOf('a');
  const reached = (because: string | null) =>
    pool.query(
      `UPDATE board SET offline_since = CASE WHEN $2::text IS NOT NULL THEN now() END, offline_because = $2 WHERE type = $1`,
      [type, because],
    );
  await reached('the runner is silent');
  const bob = await reserve(pool, wishFor(`type=${type}`, { holder: 'bob', wait: true }));
  await reached(null);
  const cem = await reserve(pool, wishFor(`${type}-a`, { holder: 'cem', wait: true }));
  expect(cem).toMatchObject({ status: 'queued', position: 1 });
  expect(await reservationNamed(pool, bob.id)).toMatchObject({ status: 'held' });
});

test('a board that is out of service is not booked ahead, though nobody reaches it either', async () => {
  const type = await boardsOf('a');
  await pool.query(`UPDATE board SET offline_since = now(), offline_because = 'silence' WHERE type = $1`, [type]);
  expect(await reserve(pool, wishFor(`type=${type}`, { from: inMinutes(60) }))).toMatchObject({ status: 'booked' });
  await health(`${type}-a`, 'maintenance');
  await expect(reserve(pool, wishFor(`type=${type}`, { from: inMinutes(90) }))).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('several boards come together or not at all', async () => {
  const type = await boardsOf('a', 'b');
  const one = await reserve(pool, wishFor(`${type}-a`));
  await expect(reserve(pool, wishFor(`2 type=${type}`, { holder: 'bob' }))).rejects.toThrow(/is not free/);
  const both = await reserve(pool, wishFor(`2 type=${type}`, { holder: 'bob', wait: true }));
  await expect(reserve(pool, wishFor(`3 type=${type}`))).rejects.toThrow(/only 2 such boards/);
  await release(pool, one.id, { ...nobody('eve'), reason: '' });
  expect((await reservationNamed(pool, both.id)).boards.map(({ name }) => name)).toEqual([`${type}-a`, `${type}-b`]);
});

test('what nothing can satisfy is refused at once', async () => {
  const type = await boardsOf('a');
  await expect(reserve(pool, wishFor(`type=${type} tag=can`, { wait: true }))).rejects.toThrow(
    /no board has the tag can/,
  );
  await health(`${type}-a`, 'maintenance');
  await expect(reserve(pool, wishFor(`type=${type}`, { wait: true }))).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('in health maintenance'),
  });
});

test.each(['bad', 'maintenance', 'retired'] as const)(
  'a board that is %s is not granted, and who waited for it is refused with the reason',
  async (to) => {
    const type = await boardsOf('a');
    const held = await reserve(pool, wishFor(`type=${type}`));
    const waits = await reserve(pool, wishFor(`type=${type}`, { holder: 'bob', wait: true }));
    await health(`${type}-a`, to);
    await settled();
    const { status, endedBecause } = await reservationNamed(pool, waits.id);
    expect([status, endedBecause]).toEqual(['ended', expect.stringMatching(to === 'retired' ? /no board/ : to)]);
    await release(pool, held.id, { ...nobody('eve'), reason: '' });
    await expect(reserve(pool, wishFor(`type=${type}`))).rejects.toThrow();
    const { rows } = await pool.query(
      `SELECT after FROM audit WHERE action = 'board.health' AND after->>'board' = $1`,
      [`${type}-a`],
    );
    expect(rows).toMatchObject([{ after: { health: to, reason: 'smoke' } }]);
  },
);

test('a reservation to come moves to another board when its own goes into maintenance', async () => {
  const type = await boardsOf('a', 'b');
  const booked = await reserve(pool, wishFor(`type=${type}`, { from: inMinutes(60) }));
  await health(`${type}-a`, 'maintenance');
  await inTurn(pool, rerouteStranded);
  expect((await reservationNamed(pool, booked.id)).boards.map(({ name }) => name)).toEqual([`${type}-b`]);
  await health(`${type}-b`, 'retired');
  await inTurn(pool, rerouteStranded);
  expect(await reservationNamed(pool, booked.id)).toMatchObject({
    status: 'ended',
    endedBecause: expect.stringContaining('is retired'),
  });
});

test('an offline board is not granted; who waits for it gets it when it is back', async () => {
  const type = await boardsOf('a');
  await pool.query(`UPDATE board SET offline_since = now(), offline_because = 'the runner is silent' WHERE type = $1`, [
    type,
  ]);
  await expect(reserve(pool, wishFor(`type=${type}`))).rejects.toThrow(
    /cannot be used now|No such board can be used now: the runner is silent/,
  );
  const waits = await reserve(pool, wishFor(`type=${type}`, { wait: true }));
  expect(waits).toMatchObject({ status: 'queued', expected: null });
  await pool.query(`UPDATE board SET offline_since = NULL, offline_because = NULL WHERE type = $1`, [type]);
  await settled();
  expect(await reservationNamed(pool, waits.id)).toMatchObject({ status: 'held' });
});
