import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firmwareLoop } from '#lib/machines/firmware-loop/index.ts';
import { openPool } from '#server/db/pool.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { launchRun } from '#server/launch/launch-run.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { scratchFolder, userRepository } from '#server/workspace/testing.ts';
import { firmloop } from './testing/firmloop.ts';

const yaml = `machine: firmware-loop
build: { command: make }
environments: { host: { type: host, test: ./run } }
agents: [{ use: patches, folder: patches }]
`;

let database: TestDatabase;
let pool: Pool;
let number: number;
let runId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'control-test' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A queued run: no runner works here, so it stays where it is. */
beforeEach(async () => {
  const folder = userRepository({ 'firmloop.yaml': yaml, 'patches/1.patch': 'not tried here\n' });
  ({ number, runId } = await launchRun(installedEngine(pool), { folder, by: 'ada', door: 'cli' }));
});

/** A command on this database alone. */
const on = (...args: string[]) =>
  firmloop(args, { env: { DATABASE_URL: database.databaseUrl, FIRMLOOP_HOME: scratchFolder() } });

async function row() {
  const { rows } = await pool.query('SELECT status, state, outcome FROM run WHERE id = $1', [runId]);
  return rows[0] as { status: string; state: string; outcome: string | null };
}

async function events(): Promise<string[]> {
  const { rows } = await pool.query(`SELECT type, fate FROM event WHERE run_id = $1 ORDER BY id`, [runId]);
  return (rows as { type: string; fate: string }[]).map(({ type, fate }) => `${type} ${fate}`);
}

describe('steering a run', () => {
  test('pauses it, says so in trace and audit, and lets it go on', async () => {
    const paused = await on('pause', `#${number}`, '--reason', 'the lab is closed');
    expect([paused.code, paused.stdout]).toEqual([0, `Run #${number} is paused: what runs may finish.\n`]);
    expect(await row()).toMatchObject({ status: 'paused' });
    const trace = await on('trace', String(number));
    expect(trace.stdout).toMatch(/paused by \S+: the lab is closed/);
    const { rows } = await pool.query('SELECT action, door, after FROM audit WHERE target_id = $1 ORDER BY id', [
      runId,
    ]);
    expect(rows.at(-1)).toMatchObject({ action: 'run.pause', door: 'cli', after: { fate: 'applied' } });
    expect((await on('resume', String(number))).code).toBe(0);
    expect(await row()).toMatchObject({ status: 'active' });
  });

  test('refuses what does not apply with the reason of the run', async () => {
    const { code, stdout, stderr } = await on('resume', String(number));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`Run #${number} cannot go on now: the run is not paused.`);
  });

  test('aborts it with an exit code of its own for what is asked, and shows the end', async () => {
    expect((await on('abort', runId.slice(0, 13), '--reason', 'wrong branch')).code).toBe(0);
    expect(await row()).toMatchObject({ status: 'finished', outcome: 'ABORTED' });
    const { stdout } = await on('status', String(number));
    expect(stdout).toMatch(/ABORTED: .*wrong branch/);
  });

  test('changes limits, and refuses to change none', async () => {
    const changed = await on('limits', String(number), '--max-iterations', '3', '--preset', 'strict');
    expect([changed.code, changed.stderr]).toEqual([0, expect.not.stringContaining('wrong')]);
    const { stdout } = await on('runs', '--json', '--live');
    expect(JSON.parse(stdout).runs).toContainEqual(expect.objectContaining({ number, maxIterations: 3 }));
    expect(await on('limits', String(number))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No limit is named'),
    });
    expect(await on('limits', String(number), '--timeout-minutes', '1000000')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/limits of a firmware-loop run cannot be changed so: timeout_minutes: /),
    });
  });

  test('leaves a note', async () => {
    expect((await on('message', String(number), 'look at the ring buffer')).code).toBe(0);
    expect(await events()).toContain('control.message applied');
  });

  test('does nothing when the run has moved on since it was decided', async () => {
    const { code, stderr } = await on('abort', String(number), '--if-seq', '99');
    expect([code, stderr]).toEqual([2, expect.stringContaining('the run has moved on')]);
    expect(await row()).toMatchObject({ status: 'active' });
  });

  test('forks it at an event, and refuses an event that it does not have', async () => {
    const forked = await on('fork', String(number), '--at', '1', '--reason', 'another idea');
    expect([forked.code, forked.stdout]).toEqual([0, expect.stringMatching(/^Run #\d+ shares the log/)]);
    expect(await on('fork', String(number), '--at', '77')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be forked at 77'),
    });
  });

  test('says of a run that stands in a state of another release why nothing moves it, and ends it when asked', async () => {
    await pool.query(`UPDATE run SET snapshot = jsonb_set(snapshot, '{value}', '"PLANNING"') WHERE id = $1`, [runId]);
    const why = `stands in PLANNING, a state that firmware-loop version ${firmwareLoop.version} does not have here`;
    const status = await on('status', String(number));
    expect(status.stdout).toContain(`nothing moves it: it ${why}. Start a program that has it on this database`);
    expect(status.stdout).toContain('(needs migration)');
    expect(JSON.parse((await on('status', String(number), '--json')).stdout)).toMatchObject({
      needs_person: true,
      needs_migration: why,
    });
    expect(await on('pause', String(number))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`Nothing was changed: the run ${why}.`),
    });
    expect((await on('abort', String(number), '--reason', 'upgrade')).code).toBe(0);
    expect(await row()).toMatchObject({ status: 'finished', outcome: 'ABORTED' });
  });

  test('replays equal', async () => {
    const { code, stdout } = await on('replay', String(number), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ number, equal: true, difference: null });
  });

  test('says of a log that was tampered with where it differs', async () => {
    await pool.query('ALTER TABLE transition DISABLE TRIGGER USER');
    await pool.query(`UPDATE transition SET reason = 'because' WHERE run_id = $1 AND seq = 1`, [runId]);
    await pool.query('ALTER TABLE transition ENABLE TRIGGER USER');
    expect(await on('replay', String(number))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('transition 1'),
    });
  });

  test('refuses a run that is not there', async () => {
    expect(await on('status', '4711')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('There is no run "4711". List them with `firmloop runs`.'),
    });
  });
});
