import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outline } from '#lib/machines/prd-agent/testing/script.ts';
import { createHub } from '#server/api/hub.ts';
import type { Services } from '#server/api/services.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import type { Person } from '#server/auth/person.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { personWith } from '#server/testing/person.ts';
import { startSession } from '#server/testing/prd-session.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { answerMcp } from './answer-mcp.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let services: Services;
let session: { id: string; number: number };

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 2);
  const hub = createHub(database.databaseUrl, ended.signal);
  const engine = installedEngine(pool);
  services = { pool, prisma, engine, artifacts: createArtifactStore(pool, (text) => text), hub, home: '/nowhere' };
  session = await startSession(engine);
});

afterAll(async () => {
  ended.abort();
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

/** A client of the protocol that comes as this person does. */
async function clientOf(person: Person): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const fetch = (url: string | URL, init?: RequestInit) =>
    answerMcp(new Request(url, init), { services, person, from: { door: 'api', address: null } });
  await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/api/mcp'), { fetch }) as never);
  return client;
}

async function call(person: Person, name: string, given: Record<string, unknown>) {
  const client = await clientOf(person);
  const { content, isError } = await client.callTool({ name, arguments: given });
  await client.close();
  const [first] = content as { text: string }[];
  const text = first?.text ?? '';
  return isError === true ? { refused: text } : { said: JSON.parse(text) as Record<string, unknown> };
}

const token = (...only: NonNullable<Person['only']>): Person => ({ ...personWith('engineer'), only, door: 'api' });

test('a token is offered the tools whose permission it has, and no other', async () => {
  const namesOf = async (person: Person) => (await (await clientOf(person)).listTools()).tools.map(({ name }) => name);
  expect(await namesOf(token('runs:read'))).toEqual(['list_runs', 'get_progress']);
  expect(await namesOf(token('runs:read', 'runs:steer'))).toEqual([
    'list_runs',
    'get_progress',
    'update_progress',
    'say_to_run',
  ]);
  await expect(namesOf(token('boards:read'))).rejects.toThrow('Method not found');
});

test('the state of a session is its front matter with its queue, by number or id', async () => {
  for (const run of [session.id, String(session.number), `#${session.number}`])
    expect(await call(token('runs:read'), 'get_progress', { run })).toMatchObject({
      said: { session_id: session.id, task_status: 'PLANNING', auto_fix_attempts: 0, last_checkpoint: null, tasks: [] },
    });
});

test('progress is reported under the name of its author, and does not move the session', async () => {
  const steers = token('runs:read', 'runs:steer');
  const note = { run: String(session.number), percent: 40, note: 'reading the driver' };
  expect(await call(steers, 'update_progress', note)).toMatchObject({
    said: { task_status: 'PLANNING', reports: [{ by: 'eve', percent: 40, note: 'reading the driver' }] },
  });
  const { rows } = await pool.query(
    `SELECT actor, door FROM audit WHERE action = 'run.UPDATE_PROGRESS' OR actor = 'eve'`,
  );
  expect(rows).toContainEqual({ actor: 'eve', door: 'api' });
  expect((await storedRun(pool, session.id)).state).toMatch(/^PLANNING/);
});

test.each<[string, string, Record<string, unknown>, RegExp]>([
  [
    'reports of a task that is none',
    'update_progress',
    { task: outline.tasks[0]?.id },
    /takes no report of progress now/,
  ],
  ['says what the session does not take', 'say_to_run', { event: 'SKIP' }, /PLANNING.* does not take SKIP/],
  ['says what no machine knows', 'say_to_run', { event: 'DANCE' }, /does not know the event DANCE/],
])('who %s is told why', async (_, name, given, why) => {
  const answer = await call(token('runs:read', 'runs:steer'), name, { run: String(session.number), ...given });
  expect(answer.refused).toMatch(why);
});

test('a run of another machine has no queue, and a run that is not there is none', async () => {
  const toy = await startToyRun(toyEngine(pool), { goal: 1 });
  expect((await call(token('runs:read'), 'get_progress', { run: toy })).refused).toMatch(/is run by toy/);
  expect((await call(token('runs:read'), 'get_progress', { run: '999' })).refused).toMatch(/no run 999/);
});

test('a foreign project is not shown', async () => {
  const foreign = { ...personWith('engineer', { project: randomUUID() }), only: ['runs:read'] } as Person;
  expect((await call(foreign, 'get_progress', { run: session.id })).refused).toMatch(/There is no run/);
});
