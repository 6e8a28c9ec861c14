import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultPlan } from '#lib/boards/health/plan.ts';
import { flashedFolder } from '#server/boards/drivers/testing/subjects.ts';
import { release } from '#server/boards/reservations/release.ts';
import { reserve } from '#server/boards/reservations/reserve.ts';
import { addBoards, wishFor } from '#server/boards/testing.ts';
import { openPool } from '#server/db/pool.ts';
import { findMarked } from '#server/process/marker-sweep.ts';
import { startWatchdog, type Watchdog } from '#server/process/watchdog.ts';
import { saveCheckPlan } from '#server/store/boards/check-plans.ts';
import { consoleNamed, openConsole, sayToBoard, wordsAfter } from '#server/store/boards/consoles.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { giveOrder, type OrderEnd, type OrderKind, orderEnd } from '#server/store/boards/orders.ts';
import { setHealth } from '#server/store/boards/set-health.ts';
import { keepBlob } from '#server/store/keep-blob.ts';
import { registerRunner } from '#server/store/runner-rows.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { type BoardWork, createBoardWork } from './board-work.ts';

let database: TestDatabase;
let pool: Pool;
let home: string;
let work: BoardWork;
let watchdog: Watchdog;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 8, name: 'board-work-test' });
  home = await mkdtemp(join(tmpdir(), 'firmloop-board-work-'));
});

afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(home, { recursive: true });
});

beforeEach(async () => {
  const runnerId = randomUUID();
  const host = { hostId: 'bench', hostName: 'bench', pid: process.pid, processStart: '' };
  await registerRunner(pool, { id: runnerId, ...host, queues: [], slots: 1, sandbox: {} });
  watchdog = startWatchdog();
  work = createBoardWork({ pool, runnerId, home, watchdog });
});

afterEach(async () => {
  await work.stop();
  await watchdog.stop();
});

const emulated = { type: 'qemu', machine: 'mps2-an385' };

/** A board that greets and echoes, of a type of its own. */
async function newBoard(entry: Readonly<Record<string, unknown>> = {}) {
  count += 1;
  const name = `bench-${count}`;
  await addBoards(pool, { name, type: name, connections: [emulated], ...entry });
  const board = await boardNamed(pool, name);
  const folder = join(home, 'boards', board.id);
  await mkdir(folder, { recursive: true });
  await flashedFolder(folder);
  return board;
}

/** A person's lease on a board. */
async function lease(name: string): Promise<string> {
  const { lease: id } = await reserve(pool, wishFor(`name=${name}`));
  if (id === null) throw new Error('a free board is given at once');
  return id;
}

async function done(order: string): Promise<OrderEnd> {
  return await eventually('the order is carried out', async () => {
    await work.look();
    return (await orderEnd(pool, order)) ?? undefined;
  });
}

async function ordered(board: { id: string }, kind: OrderKind, leaseId: string | null = null): Promise<OrderEnd> {
  return await done(await giveOrder(pool, { boardId: board.id, kind, leaseId, askedBy: 'eve' }));
}

async function talkOf(board: { id: string }, leaseId: string): Promise<string> {
  const session = await openConsole(pool, { boardId: board.id, leaseId, askedBy: 'eve' });
  if (session === null) throw new Error('the console of a held board opens');
  await eventually('the console is open', async () => {
    await work.look();
    const { openedAt, closedBecause } = await consoleNamed(pool, session.id);
    return openedAt !== null || closedBecause !== null;
  });
  return session.id;
}

const printed = async (session: string) =>
  Buffer.concat(
    (await wordsAfter(pool, session, { after: 0, limit: 500 })).map(({ way, bytes }) =>
      way === 'out' ? bytes : Buffer.of(),
    ),
  ).toString();

test('a board that is switched on under a lease stays on, is talked with, and is off and closed when the lease ends', async () => {
  const board = await newBoard();
  const id = await lease(board.name);
  const session = await talkOf(board, id);
  expect(await ordered(board, 'power-on', id)).toMatchObject({
    ok: true,
    reason: 'the board is on, as its switch says',
  });
  expect(await ordered(board, 'power-read', id)).toMatchObject({ ok: true, reason: 'the board is on' });
  await eventually('the board greets', async () => (await printed(session)).includes('ready> '));
  await sayToBoard(pool, session, { bytes: Buffer.from('hello'), by: 'eve' });
  await eventually('the board echoes what was typed', async () => {
    await work.look();
    return (await printed(session)).includes('ready> hello');
  });
  expect(await findMarked(`board/${id}`)).not.toEqual([]);

  await release(pool, board.name, { by: 'eve', manages: () => false, reason: '' });
  expect(await consoleNamed(pool, session)).toMatchObject({ closedBecause: 'the lease ended: released' });
  await expect(sayToBoard(pool, session, { bytes: Buffer.from('x'), by: 'eve' })).rejects.toMatchObject({
    code: 'REFUSED',
  });
  await eventually('the emulated board is off', async () => {
    await work.look();
    return (await findMarked(`board/${id}`)).length === 0;
  });
  expect((await wordsAfter(pool, session, { after: 0, limit: 500 })).filter(({ way }) => way === 'in')).toMatchObject([
    { saidBy: 'eve', bytes: Buffer.from('hello') },
  ]);
});

test('a driver that hangs dies with the runner that started it', async () => {
  const relay = ['sleep', '600'];
  const board = await newBoard({ connections: [{ type: 'power-command', on: relay, off: relay }] });
  const id = await lease(board.name);
  const order = await giveOrder(pool, { boardId: board.id, kind: 'power-on', leaseId: id, askedBy: 'eve' });
  await eventually('the relay is asked', async () => {
    await work.look();
    return (await findMarked(`board/${id}`)).length > 0;
  });
  // What is left to a watchdog when its runner is no more.
  await watchdog.stop();
  expect(await done(order)).toMatchObject({ ok: false, reason: expect.stringContaining('SIGTERM') });
  expect(await findMarked(`board/${id}`)).toEqual([]);
});

test('a check by switch, console, heartbeat and golden image calls a board good', async () => {
  const board = await newBoard();
  const hash = await keepBlob(pool, await readFile(join(home, 'boards', board.id, 'trial.elf')));
  const image = { hash, name: 'golden.elf', expects: '^ready>' };
  await saveCheckPlan(
    pool,
    board.type,
    { ...defaultPlan, everyMinutes: 60, heartbeat: '^ready', golden: image },
    'eve',
  );
  const end = await eventually('the check that is due is made', async () => {
    await work.orderChecks();
    await work.look();
    const { rows } = await pool.query(`SELECT id FROM board_order WHERE board_id = $1 AND ended_at IS NOT NULL`, [
      board.id,
    ]);
    return rows[0] === undefined ? undefined : ((await orderEnd(pool, rows[0].id)) ?? undefined);
  });
  expect(end.steps.map(({ name, ok }) => [name, ok])).toEqual([
    ['power', true],
    ['sensors', null],
    ['console', true],
    ['heartbeat', true],
    ['golden image', true],
  ]);
  expect(await boardNamed(pool, board.name)).toMatchObject({
    health: 'good',
    healthReason: expect.stringMatching(/^check passed/),
  });
  await expect(reserve(pool, wishFor(`name=${board.name}`))).resolves.toMatchObject({ status: 'held' });
});

test('a board that fails its check is suspect, is checked again without being asked, and is bad until a person says good', async () => {
  const board = await newBoard({ connections: [{ ...emulated, program: 'qemu-system-nowhere' }] });
  expect(await ordered(board, 'check')).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^power: .*qemu-system-nowhere/),
  });
  expect(await boardNamed(pool, board.name)).toMatchObject({ health: 'suspect' });
  await eventually('the second check settles it', async () => {
    await work.orderChecks();
    await work.look();
    return (await boardNamed(pool, board.name)).health === 'bad';
  });
  await expect(reserve(pool, wishFor(`name=${board.name}`))).rejects.toThrow(/bad/);
  await setHealth(pool, { board: board.id, to: 'good', by: 'eve', reason: 'a new cable' });
  await expect(reserve(pool, wishFor(`name=${board.name}`))).resolves.toMatchObject({ status: 'held' });
});

test('a board that somebody has is not checked behind their back, and its health stays', async () => {
  const board = await newBoard();
  await lease(board.name);
  expect(await ordered(board, 'check')).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^not checked: .*eve/),
    steps: [],
  });
  expect(await boardNamed(pool, board.name)).toMatchObject({ health: 'unknown' });
});

test.each([
  ['hangs', ['sleep', '600']],
  ['fails', ['false']],
  ['is not there', ['no-such-hook']],
])('a hook after the lease that %s never holds up the release, and puts the board in doubt', async (_name, command) => {
  const board = await newBoard({ hooks: { after: [{ command, timeout: '300ms' }] } });
  const id = await lease(board.name);
  await talkOf(board, id);
  await release(pool, board.name, { by: 'eve', manages: () => false, reason: '' });
  expect((await boardNamed(pool, board.name)).health).not.toBe('suspect');
  await eventually('the board is suspect', async () => {
    await work.look();
    return (await boardNamed(pool, board.name)).health === 'suspect';
  });
});

test('a hook before the lease may refuse it: nothing is done under it, and why is told', async () => {
  const before = [{ command: ['sh', '-c', 'echo "door open" >&2; exit 1'], when_failed: 'refuse' }];
  const board = await newBoard({ hooks: { before } });
  const id = await lease(board.name);
  expect(await ordered(board, 'power-on', id)).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/before the lease: .*door open/),
  });
  const session = await talkOf(board, id);
  expect(await consoleNamed(pool, session)).toMatchObject({
    openedAt: null,
    closedBecause: expect.stringMatching(/door open/),
  });
});

test('orders of a runner that is gone are told to be over', async () => {
  const board = await newBoard({ host: 'another-host' });
  const order = await giveOrder(pool, { boardId: board.id, kind: 'power-on', leaseId: null, askedBy: 'eve' });
  await pool.query(`UPDATE board_order SET asked_at = now() - interval '2 minutes' WHERE id = $1`, [order]);
  expect(await done(order)).toMatchObject({ ok: false, reason: 'no runner reaches the board' });
});
