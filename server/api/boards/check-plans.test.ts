import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Grant } from '#lib/access/reach.ts';
import { type CheckPlan, defaultPlan } from '#lib/boards/health/plan.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { addBoards } from '#server/boards/testing.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { personWith } from '#server/testing/person.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { toyEngine } from '#server/testing/toy-engine.ts';
import { uploadLimits } from '#server/uploads/limits.ts';
import { callerOf } from '../app-router.ts';
import { createHub } from '../hub.ts';
import type { ApiContext } from '../trpc.ts';
import { uploadGolden } from './upload-golden.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let services: ApiContext['services'];
let board: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 1);
  const hub = createHub(database.databaseUrl, ended.signal);
  const artifacts = createArtifactStore(pool, (text) => text);
  services = { pool, prisma, engine: toyEngine(pool), artifacts, hub, home: '/nowhere' };
  await addBoards(pool, { name: 'a' });
  board = (await boardNamed(pool, 'a')).id;
});

afterAll(async () => {
  ended.abort();
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

const from = { door: 'web', address: null } as const;
const person = (role: Grant['role'], place = {}) => personWith(role, place, role);
const as = (role: Grant['role'], place = {}) => callerOf({ services, person: person(role, place), from });
const upload = (role: Grant['role'], content: AsyncIterable<Uint8Array>, query: Record<string, string>) =>
  uploadGolden({ services, person: person(role), from, query, content });

async function* bytes(...pieces: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

test('who manages all boards says how those of a type are checked, with an image, and the log keeps what was before', async () => {
  const lead = as('lead');
  expect(await lead.boards.checkPlan({ board })).toEqual({ type: 'stm32f4', plan: defaultPlan, mayChange: true });
  const image = await upload('lead', bytes('ELF', 'F'), { name: ' good.elf ' });
  expect(image.name).toBe('good.elf');
  const first = { ...defaultPlan, everyMinutes: 1_440, heartbeat: '^ready' };
  const plan = { ...first, heartbeat: null, golden: { ...image, expects: '^ALL GOOD' } };
  await lead.boards.saveCheckPlan({ type: 'stm32f4', plan: first });
  await lead.boards.saveCheckPlan({ type: 'stm32f4', plan });
  expect((await lead.boards.checkPlan({ board })).plan).toEqual(plan);
  const { rows } = await pool.query(
    `SELECT actor, door, target_id, before, after FROM audit WHERE action = 'board.check-plan' ORDER BY id`,
  );
  const signed = { actor: 'lead', door: 'web', target_id: 'stm32f4' };
  expect(rows).toEqual([
    { ...signed, before: null, after: first },
    { ...signed, before: first, after: plan },
  ]);
});

test('everybody who sees a board sees how it is checked; who manages one site alone does not change it for all', async () => {
  const lead = as('lead', { site: 'berlin' });
  for (const caller of [as('viewer', { site: 'berlin' }), lead])
    expect(await caller.boards.checkPlan({ board })).toMatchObject({ type: 'stm32f4', mayChange: false });
  await expect(lead.boards.saveCheckPlan({ type: 'stm32f4', plan: defaultPlan })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(upload('engineer', bytes('ELF'), { name: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(as('viewer', { site: 'rome' }).boards.checkPlan({ board })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each<[string, string, CheckPlan['golden'], RegExp]>([
  ['an unknown type', 'nothing', null, /no board type nothing/],
  ['an image that nobody has sent', 'stm32f4', { hash: 'f'.repeat(64), name: 'x', expects: 'x' }, /is not stored/],
])('a plan with %s is refused with the reason', async (_, type, golden, words) => {
  await expect(as('admin').boards.saveCheckPlan({ type, plan: { ...defaultPlan, golden } })).rejects.toThrow(words);
});

test.each<[string, Record<string, string>, () => AsyncIterable<Uint8Array>, string]>([
  ['without a name', {}, () => bytes('x'), 'BAD_INPUT'],
  ['without a byte', { name: 'x.elf' }, () => bytes(), 'BAD_INPUT'],
  ['of too many bytes', { name: 'x.elf' }, () => bytes(new Uint8Array(uploadLimits.fileBytes), 'x'), 'LIMIT'],
])('an image %s is refused', async (_, query, content, code) => {
  await expect(upload('lead', content(), query)).rejects.toMatchObject({ code });
});
