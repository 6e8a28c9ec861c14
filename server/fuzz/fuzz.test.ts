import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHub } from '#server/api/hub.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import type { ThingKind } from '#server/store/place-of.ts';
import { type Estate, settle } from '#server/testing/estate.ts';
import { personWith } from '#server/testing/person.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { toyEngine } from '#server/testing/toy-engine.ts';
import { type ApiServer, serveApi } from './api-server.ts';
import { type Call, calls, procedures, type Things } from './calls.ts';
import { faultOf } from './judge.ts';

/** `FUZZ_INPUTS=10000 FUZZ_SEED=7 npm test -- real server/fuzz` takes more and others. */
const inputs = Number(process.env.FUZZ_INPUTS ?? 2_000);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const callsAtOnce = 8;
/** A subscription that answers is left after this. */
const streamMs = 40;

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let home: string;
let server: ApiServer;
let own: Estate;
let foreign: Estate;
let hidden: Estate;
/** The only person whom calls name: it may be removed, unlike those who make the calls. */
let passing: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 8, name: 'fuzz' });
  prisma = openPrisma(database.databaseUrl, 4);
  home = await mkdtemp(join(tmpdir(), 'fuzz-'));
  // What the web server is started with.
  Object.assign(process.env, {
    DATABASE_URL: database.databaseUrl,
    FIRMLOOP_HOME: home,
    FIRMLOOP_URL: 'http://127.0.0.1:1',
  });
  const engine = toyEngine(pool);
  own = await settle(engine, 'eigen');
  foreign = await settle(engine, 'fremd');
  hidden = await settle(engine, 'verborgen');
  passing = await stored('passing');
  const artifacts = createArtifactStore(pool, (text) => text);
  const hub = createHub(database.databaseUrl, ended.signal);
  const place = { project: own.project };
  const admins = { stack: personWith('admin', {}, 'stack'), admin: personWith('admin', place, 'admin') };
  const all = { ...admins, viewer: personWith('viewer', place, 'viewer') };
  const people = await Promise.all(
    Object.entries(all).map(async ([name, person]) => [name, { ...person, id: await stored(name) }] as const),
  );
  server = await serveApi({ pool, prisma, engine, artifacts, hub, home }, new Map(people));
});

afterAll(async () => {
  ended.abort();
  await server.close();
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
  await rm(home, { recursive: true });
});

async function stored(name: string): Promise<string> {
  const id = randomUUID();
  await pool.query('INSERT INTO person (id, name, email) VALUES ($1, $2, $3)', [id, name, `${name}@example.org`]);
  return id;
}

/** How often each status came back. */
const statuses = new Map<number, number>();

/** The sentences of what went wrong, each with the call that did it. */
async function faultsOf(asked: readonly Call[], secrets: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...asked.entries()].reverse();
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [index, call] = next;
      const answer = await answerTo(call);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = faultOf(call, answer, secrets);
      if (fault === null) continue;
      const input = call.input?.slice(0, 400);
      faults.push(
        `seed ${seed}, call ${index}, ${call.by}: ${call.method} ${call.path.slice(0, 80)} ${input}: ${fault}`,
      );
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
  return faults;
}

async function answerTo({ path, method, input, by }: Call): Promise<{ status: number; body: string }> {
  const query = method === 'GET' && input !== undefined ? `?input=${encodeURIComponent(input.toWellFormed())}` : '';
  const headers = { 'x-person': by, 'content-type': 'application/json' };
  const init = { method, headers, ...(method === 'POST' && input !== undefined && { body: input }) };
  const answer = await fetch(`${server.url}/${path}${query}`, init);
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream'))
    return { status: answer.status, body: await answer.text() };
  const timer = setTimeout(() => void reader?.cancel(), streamMs);
  const reader = answer.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) chunks.push(part.value);
  clearTimeout(timer);
  return { status: answer.status, body: Buffer.concat(chunks).toString('utf8') };
}

/** What the calls name: things of both estates, and what nobody has. */
function thingsOf(...estates: readonly Estate[]): Things {
  const idsOf = (kind: ThingKind): readonly string[] => [...estates.map(({ things }) => things[kind]), randomUUID()];
  const kinds = Object.keys(own.things) as ThingKind[];
  return {
    ...(Object.fromEntries(kinds.map((kind) => [kind, idsOf(kind)])) as Record<ThingKind, readonly string[]>),
    site: estates.map(({ site }) => site),
    person: [passing],
  };
}

/** Of what has an id that nobody guesses. */
function idsOf({ project, things }: Estate): string[] {
  return [project, ...Object.values(things)].filter((id) => id.length > 10);
}

/** Everything that is stored of a project, as one text. */
async function rowsOf({ project, things }: Estate): Promise<string> {
  const { rows } = await pool.query(
    `SELECT (SELECT to_jsonb(p) FROM project p WHERE id = $1) AS project, (SELECT to_jsonb(r) FROM run r WHERE id = $2) AS run,
       (SELECT jsonb_agg(to_jsonb(e) ORDER BY id) FROM event e WHERE run_id = $2) AS events,
       (SELECT jsonb_agg(to_jsonb(v) ORDER BY number) FROM review v WHERE project_id = $1) AS reviews,
       (SELECT jsonb_agg(to_jsonb(i) ORDER BY id) FROM invitation i WHERE project_id = $1) AS invitations,
       (SELECT jsonb_agg(to_jsonb(g) ORDER BY id) FROM role_grant g WHERE project_id = $1) AS roles`,
    [project, things.run],
  );
  return JSON.stringify(rows);
}

test(`every procedure answers ${inputs} hostile inputs with a reason, never with a fault of its own or a foreign row (seed ${seed})`, async () => {
  // Ids that are offered may come back in what somebody has written; texts of foreign things and other ids may not.
  const known = thingsOf(own, own, foreign);
  const secrets = ['fremd', 'verborgen', ...idsOf(hidden)];
  const strangers = Math.ceil(inputs / 2);
  const before = [await rowsOf(foreign), await rowsOf(hidden)];
  const byStrangers = calls(known, ['admin', 'viewer', 'nobody'], { seed, many: strangers });
  const faults = await faultsOf(byStrangers, secrets);
  expect([await rowsOf(foreign), await rowsOf(hidden)]).toEqual(before);
  const byAdmin = calls(known, ['stack'], { seed: -seed, many: inputs - strangers });
  faults.push(...(await faultsOf(byAdmin, [])));

  expect([...faults, ...new Set(server.unplanned)]).toEqual([]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  // Else the inputs are so strange that they never reach what stands behind the schemas.
  expect(statuses.get(200), [...statuses].join('; ')).toBeGreaterThan(inputs / 8);
  const called = new Set([...byStrangers, ...byAdmin].map(({ path }) => path));
  expect(procedures.map(([name]) => name).filter((name) => !called.has(name))).toEqual([]);
}, 300_000);
