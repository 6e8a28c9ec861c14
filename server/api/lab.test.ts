import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Grant } from '#lib/access/reach.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { personWith } from '#server/testing/person.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { toyEngine } from '#server/testing/toy-engine.ts';
import { callerOf } from './app-router.ts';
import { createHub } from './hub.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let heater: string;
let fan: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'lab-test' });
  prisma = openPrisma(database.databaseUrl, 2);
  heater = await project('heater');
  fan = await project('fan');
  await recordedRun(1, heater, 'SUCCESS', [40, 60, 80, 100, 100]);
  await recordedRun(2, heater, 'FAILURE', [40, 60, 60]);
  await recordedRun(3, fan, 'SUCCESS', [40, 100, 100]);
});

afterAll(async () => {
  ended.abort();
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

async function project(name: string): Promise<string> {
  const id = randomUUID();
  await pool.query('INSERT INTO project (id, name, repository) VALUES ($1, $2, $2)', [id, name]);
  return id;
}

/** A run that ended, with the passes of its iterations out of 100; the last one of a success confirms. */
async function recordedRun(number: number, projectId: string, outcome: string, passes: readonly number[]) {
  const id = randomUUID();
  const input = { mode: 'ci', strategies: [{ name: 'search', agents: ['search'] }] };
  await pool.query(
    `INSERT INTO run (id, number, project_id, machine, machine_version, title, input, snapshot, state, status, iteration, outcome, exit_code, created_by, created_at, finished_at)
     VALUES ($1, $2, $3, 'firmware-loop', 1, 'All pass', $4, '{}', $5, 'finished', $6, $5, 0, 'ada', now() - interval '1 minute', now())`,
    [id, number, projectId, input, outcome, passes.length - 1],
  );
  for (const [iteration, passed] of passes.entries()) {
    const confirms = outcome === 'SUCCESS' && iteration === passes.length - 1;
    const data = {
      intent: iteration === 0 ? 'baseline' : confirms ? 'confirm' : 'fix',
      goal: { passed, failed: 100 - passed, errors: 0, skipped: 0 },
      decision: { confidence: 1 },
      tests: { duration_ms: 1_000, board_minutes: 2 },
      build: { durationMs: 3_000 },
      judgement: { verdict: confirms ? 'SUCCESS' : null, reason: '', checklist: [], failed_gates: [] },
    };
    await pool.query(`INSERT INTO record (run_id, kind, key, data, event_seq) VALUES ($1, 'iteration', $2, $3, 1)`, [
      id,
      String(iteration),
      data,
    ]);
  }
}

const as = (place: Partial<Pick<Grant, 'project' | 'site'>> = {}) =>
  callerOf({
    services: {
      pool,
      prisma,
      engine: toyEngine(pool),
      artifacts: createArtifactStore(pool, (text) => text),
      hub: createHub(database.databaseUrl, ended.signal),
      home: '/nowhere',
    },
    person: personWith('engineer', place),
    from: { door: 'web', address: '192.0.2.7' },
  });

describe('the lab', () => {
  test('replays every recorded run, and adds up only what is known', async () => {
    const { runs, totals } = await as().lab.replay({ criteria: { maxIterations: 2 } });
    expect(runs.map(({ number, change, iteration, verdict }) => [number, change, iteration, verdict])).toEqual([
      [3, 'same', 2, 'SUCCESS'],
      [2, 'same', 2, 'TIMEOUT'],
      [1, 'success lost', 2, 'TIMEOUT'],
    ]);
    expect(totals).toMatchObject({
      runs: 3,
      iterationsSaved: 2,
      boardMinutesSaved: 4,
      workMsSaved: 8_000,
      recordedSuccesses: 2,
      changes: { 'success lost': 1 },
    });
  });

  test('replays the runs of a project, or one run, and nothing that the reader may not see', async () => {
    const numbers = async (caller: ReturnType<typeof as>, what: object) =>
      (await caller.lab.replay(what)).runs.map(({ number }) => number);
    expect(await numbers(as(), { projectId: heater })).toEqual([2, 1]);
    expect(await numbers(as(), { run: 3 })).toEqual([3]);
    expect(await numbers(as({ project: fan }), {})).toEqual([3]);
  });

  test('says which number cannot be right', async () => {
    const criteria = { changes: { target_pass_rate: 7 } };
    await expect(as().lab.replay({ criteria })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('target_pass_rate'),
    });
  });

  test('keeps criteria as a preset, once under a name, for launches too, until somebody removes it', async () => {
    const criteria = { preset: 'BALANCED', changes: { target_pass_rate: 0.9 } };
    const { id } = await as().lab.savePreset({ name: 'Nightly', note: 'good enough', criteria });
    await expect(as().lab.savePreset({ name: 'nightly', criteria })).rejects.toMatchObject({ code: 'CONFLICT' });
    const { fields, model } = await as().lab.replay({ criteria: { preset: 'NIGHTLY' } });
    expect(model).toBe('scored');
    expect(fields.find(({ name }) => name === 'target_pass_rate')?.value).toBe('0.9');
    const { presets } = await as().launch.options();
    expect(presets).toEqual([
      {
        name: 'Nightly',
        note: 'good enough',
        base: 'BALANCED',
        set: { 'criteria.target_pass_rate': '0.9', 'limits.max_iterations': '10' },
      },
    ]);
    await as().lab.removePreset({ id });
    await expect(as().lab.removePreset({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const what = { name: 'Nightly', criteria: expect.objectContaining({ target_pass_rate: 0.9 }), max_iterations: 10 };
    const who = { actor: 'eve', door: 'web', address: '192.0.2.7' };
    const { rows } = await pool.query(
      `SELECT action, actor, door, address, before, after FROM audit WHERE target_kind = 'preset' ORDER BY id`,
    );
    expect(rows).toEqual([
      { action: 'preset.save', ...who, before: null, after: what },
      { action: 'preset.remove', ...who, before: what, after: null },
    ]);
  });
});

describe('projects', () => {
  test('are told with what goes on and how their last runs ended', async () => {
    const { projects } = await as().projects.list({});
    expect(
      projects.map(({ name, live, recent }) => [name, live, recent.map(({ number, tone }) => `${number} ${tone}`)]),
    ).toEqual(
      expect.arrayContaining([
        ['heater', 0, ['2 bad', '1 good']],
        ['fan', 0, ['3 good']],
      ]),
    );
    expect((await as().projects.list({ text: 'HEAT' })).projects).toHaveLength(1);
    expect((await as({ project: fan }).projects.list({})).projects.map(({ name }) => name)).toEqual(['fan']);
  });

  test('have a page with their outcomes and how their agents do', async () => {
    const page = await as().projects.page({ projectId: heater });
    expect(page.outcomes.map(({ outcome, runs }) => [outcome, runs])).toEqual([
      ['FAILURE', 1],
      ['SUCCESS', 1],
    ]);
    expect(page.agents).toMatchObject([{ agent: 'search', runs: 2, successes: 1, medianIterations: 4 }]);
    await expect(as({ project: fan }).projects.page({ projectId: heater })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

test('the overview counts what ended since a moment', async () => {
  const { outcomes, counts, needs } = await as().overview.page({ since: Date.now() - 3_600_000 });
  expect(outcomes).toEqual([
    { outcome: 'SUCCESS', tone: 'good', runs: 2 },
    { outcome: 'FAILURE', tone: 'bad', runs: 1 },
  ]);
  expect(counts).toEqual({ live: 0, waiting: 0 });
  expect(needs).toEqual([]);
});
