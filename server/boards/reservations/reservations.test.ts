import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { boardEvents } from '#server/store/boards/board-events.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { setHealth } from '#server/store/boards/set-health.ts';
import { inTurn } from '#server/store/reservations/in-turn.ts';
import { reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { addBoards, wishFor } from '../testing.ts';
import { extend } from './extend.ts';
import { handOver, share } from './hand-over.ts';
import { move } from './move.ts';
import { release } from './release.ts';
import { rerouteStranded } from './reroute-stranded.ts';
import { reserve } from './reserve.ts';
import { settle } from './settle.ts';

const pool = await testPool(12);

beforeEach(async () => {
  await pool.query(`DELETE FROM lease; DELETE FROM reservation_board; DELETE FROM reservation`);
  await pool.query(
    `UPDATE board SET health = 'retired', changed_by = 'test', offline_since = NULL, offline_because = NULL`,
  );
});

/** Boards of a type that no other test has. */
async function boardsOf(...names: string[]): Promise<string> {
  const type = `t-${randomUUID().slice(0, 8)}`;
  await addBoards(pool, ...names.map((name) => ({ name: `${type}-${name}`, type })));
  return type;
}

const nobody = (by: string) => ({ by, manages: () => false });
const manager = (by: string) => ({ by, manages: () => true });
const inMinutes = (n: number) => Date.now() + n * 60_000;
const settled = () => inTurn(pool, settle);
const health = (name: string, to: 'good' | 'bad' | 'maintenance' | 'retired') =>
  setHealth(pool, { board: name, to, by: 'lea', reason: 'smoke' });
/** As if so much time had passed for everything that is reserved. */
const pass = (minutes: number) =>
  pool.query(
    `WITH r AS (UPDATE reservation SET starts_at = starts_at - $1 * interval '1 minute'),
       l AS (UPDATE lease SET expires_at = expires_at - $1 * interval '1 minute')
     UPDATE reservation_board SET starts_at = starts_at - $1 * interval '1 minute', ends_at = ends_at - $1 * interval '1 minute'`,
    [minutes],
  );
const kinds = async (name: string) => {
  const { id } = await boardNamed(pool, name);
  return (await boardEvents(pool, { boardId: id, limit: 50 })).map(({ kind, reason }) => [kind, reason]);
};

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

test('a lease ends at its time: using it says so at once, and the board is free', async () => {
  const type = await boardsOf('a');
  const held = await reserve(pool, wishFor(`type=${type}`));
  const waits = await reserve(pool, wishFor(`type=${type}`, { holder: 'bob', wait: true }));
  await pass(10);
  for (const attempt of [
    () => extend(pool, held.lease ?? '', { byMinutes: 5 }, nobody('eve')),
    () => release(pool, held.lease ?? '', { ...nobody('eve'), reason: '' }),
  ])
    await expect(attempt()).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringMatching(/expired at .*Z: its time was up/),
    });
  await settled();
  expect(await reservationNamed(pool, waits.id)).toMatchObject({ status: 'held' });
});

test('a reservation begins at its time, and a held one survives whoever granted it', async () => {
  const type = await boardsOf('a');
  const booked = await reserve(pool, wishFor(`type=${type}`, { from: inMinutes(30) }));
  await expect(reserve(pool, wishFor(`type=${type}`, { holder: 'bob', minutes: 40 }))).rejects.toThrow(/is eve’s from/);
  await pass(30);
  await settled();
  const begun = await reservationNamed(pool, booked.id);
  expect(begun).toMatchObject({ status: 'held', lease: { id: expect.any(String) } });
  expect(begun.lease?.expiresAt).toBe(begun.boards[0]?.to);
});

test('extending never shortens, stops at the limit and at who comes next', async () => {
  const type = await boardsOf('a');
  const held = await reserve(pool, wishFor(`type=${type}`, { longest: () => 60 }));
  const to = held.to ?? 0;
  expect((await extend(pool, held.id, { until: to - 60_000 }, nobody('eve'))).lease?.expiresAt).toBe(to);
  expect((await extend(pool, held.id, { byMinutes: 20 }, nobody('eve'))).lease?.expiresAt).toBe(to + 20 * 60_000);
  await expect(extend(pool, held.id, { byMinutes: 60 }, nobody('eve'))).rejects.toMatchObject({ code: 'LIMIT' });
  await reserve(pool, wishFor(`type=${type}`, { holder: 'bob', from: inMinutes(40) }));
  await expect(extend(pool, held.id, { byMinutes: 25 }, nobody('eve'))).rejects.toThrow(/is bob’s from/);
  await expect(extend(pool, held.id, { byMinutes: 1 }, nobody('mallory'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('nobody may have a board for longer than their role allows', async () => {
  const type = await boardsOf('a');
  await expect(reserve(pool, wishFor(`type=${type}`, { minutes: 61, longest: () => 60 }))).rejects.toMatchObject({
    code: 'LIMIT',
  });
});

test('taking a board from somebody needs a reason, ends lease and reservation and serves the next', async () => {
  const type = await boardsOf('a');
  const held = await reserve(pool, wishFor(`type=${type}`));
  const waits = await reserve(pool, wishFor(`type=${type}`, { holder: 'bob', wait: true }));
  await expect(release(pool, held.id, { ...nobody('bob'), reason: 'mine' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(release(pool, held.id, { ...manager('lea'), reason: ' ' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await release(pool, held.id, { ...manager('lea'), reason: 'fire drill' });
  expect(await reservationNamed(pool, waits.id)).toMatchObject({ status: 'held' });
  expect((await kinds(`${type}-a`))[1]).toEqual(['force-released', 'taken by lea: fire drill']);
  await expect(extend(pool, held.lease ?? '', { byMinutes: 1 }, nobody('eve'))).rejects.toThrow(
    /taken by lea: fire drill/,
  );
});

test('a board that is handed over has a new lease, and the old one opens nothing', async () => {
  const type = await boardsOf('a');
  const held = await reserve(pool, wishFor(`type=${type}`));
  const handed = await handOver(pool, held.id, { ...nobody('eve'), to: 'bob', reason: 'lunch' });
  expect(handed).toMatchObject({ holder: 'bob', lease: { expiresAt: held.to } });
  expect(handed.lease?.id).not.toBe(held.lease);
  await expect(release(pool, held.lease ?? '', { ...nobody('eve'), reason: '' })).rejects.toThrow(/handed over to bob/);
  expect(await share(pool, held.id, { ...nobody('bob'), sharedWith: ['cem', 'bob', 'cem'] })).toMatchObject({
    sharedWith: ['cem'],
  });
});

test('a reservation to come can be moved, resized and given another board; of one that has begun only the end moves', async () => {
  const type = await boardsOf('a', 'b');
  const booked = await reserve(pool, wishFor(`${type}-a`, { from: inMinutes(60) }));
  const [from, to] = [inMinutes(90), inMinutes(120)];
  expect(await move(pool, booked.id, { from, to }, nobody('eve'))).toMatchObject({
    startsAt: from,
    boards: [{ from, to }],
  });
  expect(await move(pool, booked.id, { from, to, board: `${type}-b` }, nobody('eve'))).toMatchObject({
    boards: [{ name: `${type}-b`, from, to }],
  });
  await reserve(pool, wishFor(`${type}-b`, { holder: 'bob', from: inMinutes(200) }));
  await expect(move(pool, booked.id, { from: inMinutes(195), to: inMinutes(205) }, nobody('eve'))).rejects.toThrow(
    /is bob’s from/,
  );
  const held = await reserve(pool, wishFor(`${type}-a`));
  await expect(move(pool, held.id, { from: inMinutes(5), to }, nobody('eve'))).rejects.toThrow(/only its end/);
  const shorter = await move(pool, held.id, { from: held.from ?? 0, to: inMinutes(5) }, nobody('eve'));
  expect(shorter.lease?.expiresAt).toBeLessThan(held.to ?? 0);
});
