import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { addBoards } from '#server/boards/testing.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { addBoardEvents } from '#server/store/boards/board-events.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { personWith } from '#server/testing/person.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { toyEngine } from '#server/testing/toy-engine.ts';
import { callerOf } from './app-router.ts';
import { createHub } from './hub.ts';
import type { ApiContext } from './trpc.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let services: ApiContext['services'];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 1);
  const hub = createHub(database.databaseUrl, ended.signal);
  services = {
    pool,
    prisma,
    engine: toyEngine(pool),
    artifacts: createArtifactStore(pool, (text) => text),
    hub,
    home: '/nowhere',
  };
  await addBoards(pool, { name: 'a' }, { name: 'b' }, { name: 'r', site: 'rome' });
});

afterAll(async () => {
  ended.abort();
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

const eve = () => callerOf({ services, person: personWith('engineer', { site: 'berlin' }, 'eve') });
const lea = () => callerOf({ services, person: personWith('lead', { site: 'berlin' }, 'lea') });

test('an engineer of a site sees and reserves its boards, for as long as the role allows, and no others', async () => {
  expect((await eve().boards.fleet()).boards.map(({ name }) => name)).toEqual(['a', 'b']);
  await expect(eve().boards.reserve({ selector: 'r', minutes: 10 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(eve().boards.reserve({ selector: 'a', minutes: 13 * 60 })).rejects.toThrow(/longer than you may/);
  const { id } = await eve().boards.reserve({ selector: 'a', minutes: 120, purpose: 'bring-up' });
  const [board] = (await eve().boards.fleet()).boards;
  expect(board).toMatchObject({ occupancy: 'in use', held: { holder: 'eve', purpose: 'bring-up', reservationId: id } });
  expect(await eve().boards.mine()).toMatchObject([{ id, status: 'held', boards: [{ name: 'a' }] }]);
  expect(await eve().boards.counts()).toMatchObject({ total: 2, inUse: 1, free: 1 });
  const now = Date.now();
  expect(await eve().boards.timeline({ from: now, to: now + 60_000 })).toMatchObject([
    { reservationId: id, status: 'held' },
  ]);
});

test('only who manages boards takes one from its holder, puts somebody first, or says what a board is worth', async () => {
  const { boards } = await eve().boards.fleet();
  const [a, b] = boards;
  const reservation = a?.held?.reservationId ?? '';
  const bob = callerOf({ services, person: personWith('engineer', { site: 'berlin' }, 'bob') });
  await expect(bob.boards.release({ reservation, reason: 'mine' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(bob.boards.reserve({ selector: 'b', minutes: 10, priority: 50 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const worth = { board: b?.id ?? '', health: 'maintenance', reason: 'new cable' } as const;
  await expect(bob.boards.setHealth(worth)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await lea().boards.setHealth(worth);
  await lea().boards.release({ reservation, reason: 'fire drill' });
  const page = await lea().boards.page({ board: a?.id ?? '' });
  expect(page).toMatchObject({
    reservation: null,
    mayManage: true,
    events: [{ kind: 'force-released', reason: 'taken by lea: fire drill' }, {}, {}],
  });
  const { rows } = await pool.query(
    `SELECT actor, action, door FROM audit WHERE action IN ('board.health', 'reservation.end') ORDER BY id`,
  );
  expect(rows).toEqual([
    { actor: 'lea', action: 'board.health', door: 'web' },
    { actor: 'lea', action: 'reservation.end', door: 'web' },
  ]);
});

test('a board is handed to somebody who is there', async () => {
  await pool.query(
    `INSERT INTO person (id, name, email) VALUES (gen_random_uuid(), 'Bob', 'bob@example.org') ON CONFLICT DO NOTHING`,
  );
  const { id } = await eve().boards.reserve({ selector: 'a', minutes: 10 });
  await expect(eve().boards.handOver({ reservation: id, to: 'nobody@example.org' })).rejects.toThrow(/nobody called/);
  expect(await eve().boards.handOver({ reservation: id, to: 'bob@example.org' })).toMatchObject({
    holder: 'bob@example.org',
  });
});

test('the history of a board is read page by page, the newest first', async () => {
  await addBoards(pool, { name: 'old' });
  const board = (await boardNamed(pool, 'old')).id;
  const events = Array.from({ length: 45 }, (_, n) => ({ boardId: board, kind: 'worked', actor: `run #${n}` }));
  await addBoardEvents(pool, events);
  const newest = (await eve().boards.page({ board })).events;
  const older = await eve().boards.history({ board, before: newest.at(-1)?.id });
  expect([newest[0]?.actor, newest.at(-1)?.actor, older[0]?.actor]).toEqual(['run #44', 'run #5', 'run #4']);
  expect(older.at(-1)?.kind).toBe('added');
});

test('a lead takes over boards for the own site and for no other', async () => {
  const list = (site: string) => ({
    text: `boards: [{name: n, type: t, site: ${site}}]`,
    site: 'berlin',
    dryRun: false,
  });
  await expect(lea().boards.import(list('rome'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await lea().boards.import(list('berlin'))).toMatchObject({ changes: [{ name: 'n', kind: 'add' }] });
  expect(await lea().boards.export()).toContain('name: "n"');
});

test('a trial of a list finds what only the inventory can refuse, and changes nothing', async () => {
  const list = (name: string, serial: string) => ({
    text: `boards: [{name: ${name}, type: t, serial: "${serial}"}]`,
    site: 'berlin',
    dryRun: true,
  });
  await addBoards(pool, { name: 'first', type: 't', serial: '0006' });
  await expect(lea().boards.import(list('second', '0006'))).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await lea().boards.import(list('second', '6'))).toMatchObject({ changes: [{ name: 'second', kind: 'add' }] });
  expect((await lea().boards.fleet()).boards.map(({ name }) => name)).not.toContain('second');
});
