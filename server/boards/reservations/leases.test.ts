import { beforeEach, expect, test } from 'vitest';
import { reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { wishFor } from '../testing.ts';
import { extend } from './extend.ts';
import { handOver, share } from './hand-over.ts';
import { move } from './move.ts';
import { release } from './release.ts';
import { reserve } from './reserve.ts';
import { farmOf, inMinutes, manager, nobody } from './testing.ts';

const pool = await testPool();
const { clear, boardsOf, settled, pass, kinds } = farmOf(pool);

beforeEach(clear);

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
