import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withChange } from '#lib/changes/with-change.ts';
import { engineEvent } from '#lib/engine/events.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import type { Person } from '#server/auth/person.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { send } from '#server/engine/send.ts';
import { eventually } from '#server/testing/eventually.ts';
import { personWith } from '#server/testing/person.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { callerOf } from './app-router.ts';
import { createHub } from './hub.ts';
import type { ApiContext } from './trpc.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let services: ApiContext['services'];
let run: { id: string; project: string };
let foreign: { id: string; project: string };

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 2);
  const hub = createHub(database.databaseUrl, ended.signal);
  const artifacts = createArtifactStore(pool, (text) => text);
  services = { pool, prisma, engine: toyEngine(pool), artifacts, hub, home: '/nowhere' };
  [run, foreign] = [await startRun(), await startRun()];
  await eventually('the hub listens', () => hub.connected);
});

afterAll(async () => {
  ended.abort();
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

async function startRun(): Promise<{ id: string; project: string }> {
  const id = await startToyRun(services.engine, { goal: 1 });
  const { rows } = await pool.query('SELECT project_id AS project FROM run WHERE id = $1', [id]);
  return { id, project: rows[0].project };
}

/** A reader who turns into `now` when `become` is called, as the database would tell. */
function reader(first: Person) {
  let now: Person | null = first;
  const caller = callerOf({ services, person: first, personNow: async () => now }, { signal: ended.signal });
  const become = async (next: Person | null): Promise<void> => {
    now = next;
    await pool.query(`SELECT pg_notify('firmloop_access', '')`);
  };
  return { caller, become };
}

const viewer = () => personWith('viewer', { project: run.project });

test.each([
  ['session ends', (): Person | null => null, 'UNAUTHORIZED'],
  ['last role is withdrawn', (): Person => ({ ...viewer(), grants: [] }), 'NOT_FOUND'],
  ['role moves to another project', (): Person => personWith('viewer', { project: foreign.project }), 'NOT_FOUND'],
] as const)('a stream of a run ends with the reason when the reader’s %s', async (_, next, code) => {
  const { caller, become } = reader(viewer());
  const stream = (await caller.runs.watch({ runId: run.id }))[Symbol.asyncIterator]();
  expect((await stream.next()).done).toBe(false);
  const end = expect(stream.next()).rejects.toMatchObject({ name: 'TRPCError', code });
  await become(next());
  await end;
});

test('a stream goes on when somebody else’s rights change', async () => {
  const { caller, become } = reader(viewer());
  const stream = (await caller.runs.watch({ runId: run.id }))[Symbol.asyncIterator]();
  await stream.next();
  const waiting = stream.next();
  await become(viewer());
  await pool.query(`SELECT pg_notify('firmloop_run', $1)`, [`${run.id}:1`]);
  expect((await waiting).done).toBe(false);
  await stream.return?.(undefined);
});

test('who follows a page is told the whole of it once and then what changes, and each change leads to the page as it is', async () => {
  const { caller } = reader(viewer());
  const stream = (await caller.runs.follow({ runId: run.id }))[Symbol.asyncIterator]();
  const first = (await stream.next()).value;
  if (first?.kind !== 'page') throw new Error(`the first message was ${first?.kind}`);
  let { page } = first;
  for (const type of [engineEvent.pause, engineEvent.resume]) {
    const { seq } = await send(services.engine, run.id, { type, key: randomUUID(), actor: 'tester' });
    while (page.detail.seq !== seq) {
      const { value: message } = await stream.next();
      if (message?.kind !== 'change') throw new Error(`the next message was ${message?.kind}`);
      expect(JSON.stringify(message).length).toBeLessThan(JSON.stringify(page).length / 4);
      if (message.change !== null) page = withChange(page, message.change);
    }
    const read = await caller.runs.page({ run: run.id });
    expect(JSON.stringify(page.detail.life)).toBe(JSON.stringify(read.detail.life));
    expect({ ...page, machine: null }).toEqual({ ...read, machine: null });
  }
  await stream.return?.(undefined);
});

test('all who follow the page of a run share one reading of it when it moves', async () => {
  const readers = Array.from({ length: 5 }, () => reader(viewer()).caller);
  const streams = await Promise.all(readers.map((caller) => caller.runs.follow({ runId: run.id })));
  const iterators = streams.map((stream) => stream[Symbol.asyncIterator]());
  const pages = await Promise.all(iterators.map(async (one) => (await one.next()).value));
  expect(new Set(pages.map((message) => message?.kind === 'page' && message.page)).size).toBe(1);
  for (const one of iterators) await one.return?.(undefined);
});

test('a stream of all runs ends when its reader sees other projects now, so that the page opens it anew', async () => {
  const { caller, become } = reader(viewer());
  const stream = (await caller.runs.watchAll())[Symbol.asyncIterator]();
  await stream.next();
  const waiting = stream.next();
  await become(personWith('viewer'));
  expect((await waiting).done).toBe(true);
});

test('a stream of all runs says nothing of a foreign project’s', async () => {
  const { caller } = reader(viewer());
  const stream = (await caller.runs.watchAll())[Symbol.asyncIterator]();
  await stream.next();
  const waiting = stream.next();
  await pool.query(`SELECT pg_notify('firmloop_run', $1)`, [`${foreign.id}:1`]);
  await pool.query(`SELECT pg_notify('firmloop_run', $1)`, [`${run.id}:1`]);
  expect((await waiting).value).toEqual({ kind: 'run' });
  const next = stream.next();
  const silent = Symbol('silent');
  const heard = eventually('the hub has heard what follows', async () => {
    await pool.query(`SELECT pg_notify('firmloop_log', $1)`, [`${run.id}:1`]);
    return true;
  }).then(() => silent);
  expect(await Promise.race([next, heard])).toBe(silent);
});

test('sessions, roles, removals and revoked tokens are told as they happen', async () => {
  let changes = 0;
  const stop = services.hub.onAccessChange(() => {
    changes += 1;
  });
  const { rows } = await pool.query(
    `INSERT INTO person (id, name, email) VALUES (gen_random_uuid(), 'p', 'p@example.org') RETURNING id`,
  );
  const id = [rows[0].id];
  await pool.query(
    `INSERT INTO session (id, token, user_id, expires_at) VALUES (gen_random_uuid(), 't', $1, now())`,
    id,
  );
  await pool.query(
    `INSERT INTO api_token (hash, name, person_id, scopes, expires_at) VALUES ('h', 't', $1, '{runs:read}', now())`,
    id,
  );
  for (const change of [
    `INSERT INTO role_grant (person_id, role, granted_by) VALUES ($1, 'viewer', 'owner')`,
    'DELETE FROM session WHERE user_id = $1',
    'UPDATE api_token SET revoked_at = now() WHERE person_id = $1',
    'DELETE FROM role_grant WHERE person_id = $1',
  ]) {
    const before = changes;
    await pool.query(change, id);
    await eventually(`heard of: ${change}`, () => changes > before);
  }
  stop();
});
