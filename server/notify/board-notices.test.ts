import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChannelInput } from '#lib/notify/channel.ts';
import { noticeWords } from '#lib/notify/words.ts';
import { extend } from '#server/boards/reservations/extend.ts';
import { release } from '#server/boards/reservations/release.ts';
import { reserve } from '#server/boards/reservations/reserve.ts';
import { addBoards, wishFor } from '#server/boards/testing.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { setHealth } from '#server/store/boards/set-health.ts';
import { inbox } from '#server/store/notifications/inbox.ts';
import { insertRule } from '#server/store/notifications/rules.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { readAllowance } from './allowed-address.ts';
import { addChannel } from './sealed-channel.ts';
import { mailServer, receiver } from './testing.ts';
import { workOutbox } from './work-outbox.ts';

const pool = await testPool();

beforeAll(async () => {
  await addBoards(pool, { name: 'board-7' }, { name: 'board-8', type: 'other' });
});

beforeEach(() =>
  pool.query('DELETE FROM lease; DELETE FROM reservation_board; DELETE FROM reservation; TRUNCATE notice CASCADE'),
);

const vault = vaultAt('/nowhere', { FIRMLOOP_MASTER_KEY: 'a1'.repeat(32) });
const round = () =>
  workOutbox(installedEngine(pool), {
    allowance: readAllowance('127.0.0.1'),
    publicUrl: 'https://loop.example.org',
    vault,
  });
const channel = (input: ChannelInput, secret: string | null = null) =>
  addChannel(pool, vault, { name: input.kind, channel: input, secret, by: 'ada' });
const told = async (person: string) =>
  (await inbox(pool, { person, projects: [] }, { limit: 10, unread: false })).map(({ notice }) => noticeWords(notice));
const self = (by: string) => ({ by, manages: () => false, reason: '' });
const passing = (minutes: number) =>
  pool.query(
    `WITH l AS (UPDATE lease SET expires_at = expires_at - $1 * interval '1 min', granted_at = granted_at - $1 * interval '1 min')
     UPDATE reservation_board SET starts_at = starts_at - $1 * interval '1 min', ends_at = ends_at - $1 * interval '1 min'`,
    [minutes],
  );

test('who waited for a board is mailed which board it is, for how long, and where its console is', async () => {
  const { mails, config } = await mailServer();
  const { received, url } = await receiver([204]);
  const rule = { events: ['board.granted' as const], projectId: null, person: 'bob', by: 'ada' };
  await insertRule(pool, { channelId: await channel({ kind: 'email', config }, 'pass word'), ...rule });
  await insertRule(pool, { channelId: await channel({ kind: 'webhook', config: { url } }), ...rule });
  const eve = await reserve(pool, wishFor('board-7'));
  await reserve(pool, wishFor('board-7', { holder: 'bob', minutes: 120, wait: true }));
  await round();
  expect(mails).toEqual([]);
  await release(pool, eve.id, self('eve'));
  await round();
  const { id } = await boardNamed(pool, 'board-7');
  expect(mails[0]?.text).toMatch(/^Subject: Your turn has come: board-7, yours for (2 h 00 min|1 h 59 min)\r$/m);
  expect(mails[0]?.text).toContain(`https://loop.example.org/boards/${id}/console`);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    event: 'board.granted',
    person: 'bob',
    data: { boards: [{ id, name: 'board-7' }] },
  });
  expect(await told('bob')).toMatchObject([{ path: `/boards/${id}/console` }]);
  expect(await told('eve')).toEqual([]);
});

test('who has boards is told once that they end in ten minutes, again when they were extended, and not of short ones', async () => {
  const held = await reserve(pool, wishFor('board-7', { minutes: 60 }));
  await reserve(pool, wishFor('board-8', { holder: 'bob', minutes: 15 }));
  await round();
  expect(await told('eve')).toEqual([]);
  await passing(51);
  await Promise.all([round(), round()]);
  expect(await told('eve')).toMatchObject([
    { title: expect.stringMatching(/^board-7: yours for (9 min 00 s|8 min 5\d s) more$/) },
  ]);
  await extend(pool, held.id, { byMinutes: 60 }, self('eve'));
  await round();
  await passing(59);
  await round();
  expect(await told('eve')).toHaveLength(2);
  expect(await told('bob')).toEqual([]);
});

test('who has boards taken from them is told by whom and why, and who waits in vain; of what they did themselves nobody is', async () => {
  const held = await reserve(pool, wishFor('board-7'));
  const dora = await reserve(pool, wishFor('board-8', { holder: 'dora' }));
  await reserve(pool, wishFor('board-8', { holder: 'bob', wait: true }));
  const left = await reserve(pool, wishFor('board-7', { holder: 'cem', wait: true }));
  await release(pool, left.id, self('cem'));
  await setHealth(pool, { board: 'board-8', to: 'maintenance', by: 'lea', reason: 'smoke' });
  await release(pool, held.id, { by: 'lea', manages: () => true, reason: 'fire drill' });
  await release(pool, dora.id, self('dora'));
  expect(await told('eve')).toMatchObject([
    { title: 'You have lost board-7 to lea', text: `Reservation ${held.number} is over: taken by lea: fire drill.` },
  ]);
  expect(await told('bob')).toMatchObject([
    { title: 'Nothing comes of your wait for name=board-8', text: expect.stringContaining('in health maintenance') },
  ]);
  for (const person of ['cem', 'dora']) expect(await told(person)).toEqual([]);
});
