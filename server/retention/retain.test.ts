import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultPlan } from '#lib/boards/health/plan.ts';
import type { RetentionKind } from '#lib/retention/kinds.ts';
import { retentionKindNames } from '#lib/retention/kinds.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { createRedaction } from '#server/artifacts/redaction.ts';
import { addBoards } from '#server/boards/testing.ts';
import { openPool } from '#server/db/pool.ts';
import { importBuild, junitOf } from '#server/results/import/testing/import-build.ts';
import { noteGolden } from '#server/store/boards/board-image.ts';
import { saveCheckPlan } from '#server/store/boards/check-plans.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { reportQueries } from '#server/store/reports/queries.ts';
import { refreshReports } from '#server/store/reports/refresh.ts';
import { plantBuilds, plantProject, plantRun } from '#server/store/reports/testing/plant.ts';
import { pinRun, unpinRun } from '#server/store/retention/pins.ts';
import { removeOf } from '#server/store/retention/remove.ts';
import { retentionRounds, setRetentionRule } from '#server/store/retention/rules.ts';
import { signed } from '#server/store/signed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { applyRetention, previewRetention, retainDaily } from './retain.ts';

let database: TestDatabase;
let pool: Pool;
let project: Awaited<ReturnType<typeof plantProject>>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 3, name: 'test' });
  project = await plantProject(pool, 3);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  for (const kind of retentionKindNames) await setRetentionRule(pool, { kind, days: null, by: 'ada' });
});

const text = 'x'.repeat(1_000);

/** A run that ended so many days ago with 1,000 bytes of each kind of artifact and of output. */
async function endedRun(daysAgo: number, shared?: string): Promise<string> {
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  const run = await plantRun(pool, project.id, { at, ms: 1_000, branch: 'main', outcome: 'SUCCESS', iterations: 1 });
  await pool.query('UPDATE run SET finalised_at = now() WHERE id = $1', [run]);
  const artifacts = createArtifactStore(pool, createRedaction([]));
  for (const kind of ['patch', 'file', 'report'] as const)
    await artifacts.put(
      { runId: run, iteration: 1, kind, name: kind, activityId: null },
      `${shared ?? run} ${kind} ${text}`.slice(0, 1_000),
    );
  const activity = randomUUID();
  await pool.query(
    `INSERT INTO activity (id, run_id, invoke_id, visit, attempt, name, input, idempotent, queue, status, iteration)
     VALUES ($1, $2, 'i', 1, 1, 'build', '{}', true, 'q', 'done', 1)`,
    [activity, run],
  );
  await pool.query(
    `INSERT INTO log_chunk (activity_id, n, run_id, stream, byte_offset, data) VALUES ($1, 0, $2, 'stdout', 0, $3)`,
    [activity, run, Buffer.from(text)],
  );
  return run;
}

async function numberOf(run: string): Promise<number> {
  const { rows } = await pool.query<{ number: number }>('SELECT number FROM run WHERE id = $1', [run]);
  return rows[0]?.number ?? 0;
}

async function rule(kind: RetentionKind, days: number): Promise<void> {
  await setRetentionRule(pool, { kind, days, by: 'ada' });
}

async function kindsOf(run: string): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT kind FROM run_artifact WHERE run_id = $1 UNION SELECT 'output' FROM log_chunk WHERE run_id = $1 ORDER BY 1`,
    [run],
  );
  return (rows as { kind: string }[]).map(({ kind }) => kind);
}

test('what is shown before is what goes, of old runs only and of the kinds that have a rule', async () => {
  const [old, young] = [await endedRun(40), await endedRun(5)];
  await rule('logs', 30);
  await rule('patches', 30);
  const preview = await previewRetention(pool);
  expect(preview).toMatchObject([
    { kind: 'logs', days: 30, things: 1, rows: 1, bytes: 1_000 },
    { kind: 'patches', days: 30, things: 1, rows: 1, bytes: 1_000 },
  ]);
  expect(await kindsOf(old)).toEqual(['file', 'output', 'patch', 'report']);
  const gone = { things: 1, rows: 1, bytes: 1_000 };
  expect(await applyRetention(pool, 'ada')).toEqual({ logs: gone, patches: gone });
  expect(await kindsOf(old)).toEqual(['file', 'report']);
  expect(await kindsOf(young)).toEqual(['file', 'output', 'patch', 'report']);
  expect(await previewRetention(pool)).toMatchObject([{ things: 0 }, { things: 0 }]);
  expect((await retentionRounds(pool, 1))[0]).toMatchObject({ by: 'ada', removed: { logs: gone } });
});

test('a pinned run, and one from which a run that goes on was forked, keep everything', async () => {
  const [pinned, forked] = [await endedRun(40), await endedRun(40)];
  await pinRun(pool, await numberOf(pinned), { by: 'ada', why: 'the release' });
  const { rows } = await pool.query(
    `INSERT INTO run (id, project_id, machine, machine_version, title, input, snapshot, state, status, created_by, forked_from_id, forked_from_seq)
     VALUES (gen_random_uuid(), $1, 'firmware-loop', 1, 'fork', '{}', '{}', 'IDLE', 'active', 'ada', $2, 1) RETURNING id`,
    [project.id, forked],
  );
  await rule('files', 30);
  await applyRetention(pool, 'ada');
  expect(await kindsOf(pinned)).toContain('file');
  expect(await kindsOf(forked)).toContain('file');
  await unpinRun(pool, await numberOf(pinned));
  await pool.query(
    `UPDATE run SET status = 'finished', outcome = 'ABORTED', exit_code = 1, finished_at = now() WHERE id = $1`,
    [rows[0].id],
  );
  await applyRetention(pool, 'ada');
  expect(await kindsOf(pinned)).not.toContain('file');
  expect(await kindsOf(forked)).not.toContain('file');
});

test('a run that somebody is pinning while its turn comes keeps everything', async () => {
  const run = await endedRun(40);
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(`INSERT INTO run_pin (run_id, pinned_by) VALUES ($1, 'grace')`, [run]);
  const removed = removeOf(pool, { kind: 'files', days: 30, id: run });
  await expect
    .poll(
      async () =>
        (
          await client.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rowCount,
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  await client.query('COMMIT');
  client.release();
  expect(await removed).toEqual({ things: 0, rows: 0, bytes: 0 });
  expect(await kindsOf(run)).toContain('file');
});

test('a blob goes with the last run that names it', async () => {
  const [old, young] = [await endedRun(40, 'shared'), await endedRun(5, 'shared')];
  await rule('files', 30);
  await applyRetention(pool, 'ada');
  const { rows } = await pool.query(`SELECT hash FROM run_artifact WHERE run_id = $1 AND kind = 'file'`, [young]);
  expect((await createArtifactStore(pool, createRedaction([])).get(rows[0].hash)).length).toBe(1_000);
  expect(await kindsOf(old)).not.toContain('file');
  await rule('files', 1);
  await applyRetention(pool, 'ada');
  await expect(createArtifactStore(pool, createRedaction([])).get(rows[0].hash)).rejects.toThrow(
    'There is no artifact',
  );
});

test('what a board holds, and the image that boards of a type are checked with, stay when the run goes that brought them', async () => {
  const artifacts = createArtifactStore(pool, createRedaction([]));
  const hashes: string[] = [];
  for (const use of ['flashed', 'golden']) {
    const run = await endedRun(40, use);
    const { rows } = await pool.query(`SELECT hash FROM run_artifact WHERE run_id = $1 AND kind = 'file'`, [run]);
    hashes.push(rows[0].hash);
  }
  const [flashed = '', golden = ''] = hashes;
  await addBoards(pool, { name: 'kept' });
  await noteGolden(pool, (await boardNamed(pool, 'kept')).id, { hash: flashed, name: 'app.elf' });
  const image = { hash: golden, name: 'good.elf', expects: '^ok' };
  await saveCheckPlan(pool, 'stm32f4', { ...defaultPlan, golden: image }, 'ada');
  await rule('files', 30);
  expect(await applyRetention(pool, 'ada')).toMatchObject({ files: { things: 2 } });
  for (const hash of hashes) expect((await artifacts.get(hash)).length).toBe(1_000);
});

test('reports say the same after results are gone, also when more comes in for those days', async () => {
  const builds = { branch: 'main', environment: 'qemu', ms: 7 };
  const planted = await plantProject(pool, 3);
  const at = new Date(Date.now() - 50 * 86_400_000);
  await plantBuilds(pool, planted, [
    { ...builds, at, outcomes: ['passed', 'flaky', 'failed'] },
    { ...builds, at, outcomes: ['error', 'passed'] },
  ]);
  const asked = {
    span: { from: '2000-01-01', to: '2100-01-01' },
    by: 'day' as const,
    reach: { projects: null, sites: null },
    project: planted.id,
  };
  const said = async () => ({
    passRate: await reportQueries['pass-rate'].sums(pool, asked),
    flaky: await reportQueries['flaky-trend'].sums(pool, asked),
    slow: await reportQueries['slow-tests'].sums(pool, asked),
  });
  const before = await said();
  expect(before.passRate).toMatchObject([{ measurements: 2, executed: 5, passed: 3, flaky: 1 }]);
  await rule('imports', 30);
  await pool.query(`UPDATE result_import SET created_at = created_at - interval '60 days' WHERE project_id = $1`, [
    planted.id,
  ]);
  expect(await applyRetention(pool, 'ada')).toMatchObject({ imports: { things: 2, rows: 5 } });
  expect(await said()).toEqual(before);
  while ((await refreshReports(pool, 50)) > 0);
  expect(await said()).toEqual(before);
  await plantBuilds(pool, planted, [{ ...builds, at, outcomes: ['passed'] }]);
  expect((await said()).passRate).toMatchObject([{ measurements: 3, executed: 6, passed: 4, flaky: 1 }]);
  const { rows } = await pool.query('SELECT count(*)::int AS n FROM result_set WHERE project_id = $1', [planted.id]);
  expect(rows).toEqual([{ n: 1 }]);
});

test('a build that is a release keeps its results', async () => {
  const planted = await plantProject(pool, 1);
  const at = new Date(Date.now() - 50 * 86_400_000);
  await plantBuilds(pool, planted, [{ at, branch: 'main', environment: '', outcomes: ['passed'], ms: 1 }]);
  await pool.query(`UPDATE result_import SET release = 'v1', created_at = $2 WHERE project_id = $1`, [planted.id, at]);
  await rule('imports', 30);
  await applyRetention(pool, 'ada');
  const { rows } = await pool.query(
    'SELECT count(*)::int AS n FROM test_result r JOIN result_set s ON s.id = r.result_set_id WHERE s.project_id = $1',
    [planted.id],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('results that a later import brought again stay as long as that import does', async () => {
  const { id: projectId } = await plantProject(pool, 0);
  const bring = () => importBuild(pool, projectId, junitOf('pf'));
  const [first, second] = [await bring(), await bring()];
  expect(second.state).toBe('same');
  const age = (id: string) =>
    pool.query(`UPDATE result_import SET measured_at = $2, created_at = $2 WHERE id = $1`, [
      id,
      new Date(Date.now() - 50 * 86_400_000),
    ]);
  const left = async () => {
    const { rows } = await pool.query<{ n: number }>(
      'SELECT count(r.test_id)::int AS n FROM result_set s JOIN test_result r ON r.result_set_id = s.id WHERE s.project_id = $1',
      [projectId],
    );
    return rows[0]?.n;
  };
  await age(first.id);
  await rule('imports', 30);
  await applyRetention(pool, 'ada');
  expect(await left()).toBe(2);
  await age(second.id);
  await applyRetention(pool, 'ada');
  expect(await left()).toBe(0);
});

test('the daily round is made once, and by nobody while there is no rule', async () => {
  await pool.query('DELETE FROM retention_round');
  await retainDaily(pool);
  expect(await retentionRounds(pool, 5)).toEqual([]);
  await rule('logs', 30);
  await retainDaily(pool);
  await retainDaily(pool);
  expect(await retentionRounds(pool, 5)).toMatchObject([{ by: 'the stack' }]);
});

test('what goes and who pins stands in the audit log', async () => {
  const run = await endedRun(90);
  await rule('logs', 45);
  const number = await numberOf(run);
  await pinRun(pool, number, { by: 'grace', why: 'kept' });
  await expect(pinRun(pool, number, { by: 'ada', why: '' })).rejects.toThrow(`Run #${number} is pinned already.`);
  await applyRetention(pool, 'ada');
  await unpinRun(signed(pool, { actor: 'ada', door: 'web', address: null }), number);
  await expect(unpinRun(pool, number)).rejects.toThrow(`Run #${number} is not pinned.`);
  const { rows } = await pool.query(
    `SELECT DISTINCT action FROM audit WHERE action LIKE 'retention.%' OR action LIKE 'run.%pin' ORDER BY 1`,
  );
  expect((rows as { action: string }[]).map(({ action }) => action)).toEqual([
    'retention.apply',
    'retention.end',
    'retention.set',
    'run.pin',
    'run.unpin',
  ]);
  const { rows: pins } = await pool.query(
    `SELECT action, actor, before, after FROM audit WHERE action LIKE 'run.%pin' AND target_id = $1 ORDER BY id`,
    [run],
  );
  expect(pins).toEqual([
    { action: 'run.pin', actor: 'grace', before: null, after: { why: 'kept' } },
    { action: 'run.unpin', actor: 'ada', before: { by: 'grace', why: 'kept' }, after: {} },
  ]);
});
