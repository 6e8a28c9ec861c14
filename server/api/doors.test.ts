import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleNames, roles } from '#lib/access/roles.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import type { ThingKind } from '#server/store/place-of.ts';
import { type Estate, settle } from '#server/testing/estate.ts';
import { personWith } from '#server/testing/person.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { toyEngine } from '#server/testing/toy-engine.ts';
import { admit } from './admit.ts';
import { appRouter, callerOf } from './app-router.ts';
import { createHub } from './hub.ts';
import { type DoorName, type ProcedureName, ruleOf, rules } from './permissions.ts';
import type { ApiContext } from './trpc.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let services: ApiContext['services'];
let own: Estate;
let foreign: Estate;

const doors = Object.keys(rules) as DoorName[];
const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: 'query' | 'mutation' | 'subscription'; meta?: { door: string } } }
>;

/** What a list is asked with, where it asks for something. */
const samples: Partial<Record<ProcedureName, object>> = {
  'overview.page': { since: 0 },
  'results.failsOnlyOn': { board: 'bench-1' },
  'boards.timeline': { from: Date.now() - 1_000, to: Date.now() + 3_600_000 },
  'reports.read': { id: 'pass-rate' },
  'reports.behind': { id: 'pass-rate' },
};

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 2);
  const engine = toyEngine(pool);
  const artifacts = createArtifactStore(pool, (text) => text);
  const hub = createHub(database.databaseUrl, ended.signal);
  services = { pool, prisma, engine, artifacts, hub, home: '/nowhere' };
  own = await settle(engine, 'own');
  foreign = await settle(engine, 'foreign');
});

afterAll(async () => {
  ended.abort();
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

/** The input of a door that names an estate's things and nothing else. */
function inputFor(door: DoorName, { things }: Estate): object {
  const { of } = ruleOf(door);
  if (typeof of === 'string') return {};
  const fields = Object.entries(of) as [ThingKind, string][];
  return Object.assign({}, ...fields.map(([kind, path]) => nested(path, things[kind])));
}

function nested(path: string, value: string): object {
  return path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
}

/** The error code of what a door answers, or `let in`. */
async function answer(...[person, door, input]: [ReturnType<typeof personWith>, DoorName, object]): Promise<string> {
  return await admit(pool, person, door, input).then(
    () => 'let in',
    (error: { code?: string }) => error.code ?? 'a bug',
  );
}

test('each procedure stands in the table under its own name, and the table names no other', () => {
  const named = Object.entries(procedures).map(([path, { _def }]) => [path, _def.meta?.door]);
  expect(named).toEqual(named.map(([path]) => [path, path]));
  expect(named.map(([path]) => path).sort()).toEqual(doors.filter((door) => !door.startsWith('/')).sort());
});

test('nobody gets anything without having signed in', async () => {
  const caller = callerOf({ services, person: null }) as unknown as (path: string) => Promise<unknown>;
  for (const path of Object.keys(procedures))
    await expect(call(caller, path, {}), path).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test.each(doors.flatMap((door) => roleNames.map((role) => [door, role] as const)))(
  '%s answers a %s as the table says, and nothing of a foreign project or site',
  async (door, role) => {
    const { needs, of } = ruleOf(door);
    if (needs === null) return expect(await answer(personWith(role), door, {})).toBe('let in');
    const isEnough = roles[role].some((permission) => permission === needs);
    const allowed = isEnough ? 'let in' : 'FORBIDDEN';
    expect(await answer(personWith(role), door, inputFor(door, foreign))).toBe(allowed);
    for (const place of [{ project: own.project }, { site: own.site }]) {
      const person = personWith(role, place);
      const isHere = await covers(door, place);
      if (of === 'stack') expect(await answer(person, door, {})).toBe('FORBIDDEN');
      else if (typeof of === 'string') expect(await answer(person, door, {})).toBe(allowed);
      else {
        expect(await answer(person, door, inputFor(door, own))).toBe(isHere ? allowed : 'NOT_FOUND');
        expect(await answer(person, door, inputFor(door, foreign))).toBe('NOT_FOUND');
        expect(await answer(person, door, {})).toBe('BAD_INPUT');
      }
    }
  },
);

/** Whether an admin of this place reaches the own thing of a door. */
async function covers(door: DoorName, place: object): Promise<boolean> {
  return (await answer(personWith('admin', place), door, inputFor(door, own))) === 'let in';
}

test('a procedure about a thing refuses a foreign one when it is called as pages call it', async () => {
  const person = personWith('admin', { project: own.project });
  const caller = callerOf({ services, person });
  for (const path of Object.keys(procedures) as ProcedureName[]) {
    if (typeof ruleOf(path).of === 'string') continue;
    await expect(call(caller, path, inputFor(path, foreign)), path).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

test('whoever would change what their role does not let them stands in the audit log; who only asks does not', async () => {
  const caller = callerOf({
    services,
    person: personWith('viewer', {}, 'vic'),
    from: { door: 'web', address: '10.1.1.1' },
  });
  const command = { runId: own.things.run, commandId: 'knock-knock', reason: '' };
  await expect(caller.runs.pause(command)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(caller.audit.page({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { rows } = await pool.query(`SELECT action, target_id, door, address FROM audit WHERE actor = 'vic'`);
  expect(rows).toEqual([{ action: 'access.refuse', target_id: 'runs.pause', door: 'web', address: '10.1.1.1' }]);
});

test('no list has a row of a foreign project in it', async () => {
  for (const place of [{ project: own.project }, { site: own.site }]) {
    const caller = callerOf({ services, person: personWith('admin', place) });
    const stack = callerOf({ services, person: personWith('admin') });
    for (const path of Object.keys(procedures) as ProcedureName[]) {
      if (ruleOf(path).of !== 'each' || procedures[path]?._def.type !== 'query') continue;
      const input = samples[path] ?? {};
      const shown = JSON.stringify(await call(caller, path, input));
      for (const secret of [foreign.project, foreign.things.run, 'foreign']) expect(shown, path).not.toContain(secret);
      expect(JSON.stringify(await call(stack, path, input)).length, path).toBeGreaterThanOrEqual(shown.length);
    }
  }
});

async function call(caller: unknown, path: string, input: unknown): Promise<unknown> {
  const procedure = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller);
  return await (procedure as (input: unknown) => Promise<unknown>)(input);
}
