import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import type { Engine } from '#server/engine/engine.ts';
import { send } from '#server/engine/send.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import type { Services } from '../services.ts';
import { asItStood } from './as-it-stood.ts';

let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let engine: Engine;
let run: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 2);
  engine = toyEngine(pool);
  run = await startToyRun(engine, { goal: 2 });
  await send(engine, run, { type: 'engine.pause', payload: { reason: 'lunch' }, key: 'pause', actor: 'eve' });
  await send(engine, run, { type: 'engine.resume', key: 'resume', actor: 'eve' });
  for (const visit of [1, 2]) {
    await pool.query(`UPDATE activity SET status = 'done' WHERE run_id = $1`, [run]);
    const type = 'xstate.done.actor.toil';
    await send(engine, run, {
      type,
      payload: { visit, output: { amount: visit } },
      key: `toil-${visit}`,
      actor: 'runner',
    });
  }
});

afterAll(async () => {
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

const at = async (seq: number) => await asItStood({ pool, prisma, engine } as Services, await runPage(pool, run), seq);

test('a run stands after each transition in the state that the transition led to', async () => {
  const { rows } = await pool.query<{ seq: number; to: string; event: number }>(
    'SELECT seq, to_state AS "to", event_seq AS event FROM transition WHERE run_id = $1 ORDER BY seq',
    [run],
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { seq, to, event } of rows.toReversed()) {
    const { run: then, transition } = await at(seq);
    expect([then.state, then.seq, transition.seq]).toEqual([to, event, seq]);
  }
});

test('what was paused then is shown paused, and the last transition is the present', async () => {
  const paused = await pool.query(`SELECT seq FROM transition WHERE run_id = $1 AND event_type = 'engine.pause'`, [
    run,
  ]);
  expect((await at(paused.rows[0].seq)).run).toMatchObject({ status: 'paused', finishedAt: null });
  const now = await runPage(pool, run);
  const last = await at((now.snapshot as { transitions: number }).transitions);
  expect(last.run).toMatchObject({ state: now.state, status: now.status, seq: now.seq, snapshot: now.snapshot });
});

test('a transition that the run does not have is named', async () => {
  await expect(at(1_000)).rejects.toThrow('has no transition 1000');
});
