import type { Client } from 'pg';
import { withClient } from '#server/database/connect.ts';

/** What a history is made of. */
export interface HistorySize {
  readonly projects: number;
  /** Days that it goes back, from `endsDaysAgo`. */
  readonly days: number;
  readonly endsDaysAgo: number;
  readonly runs: number;
  /** Tests of a project; each iteration has a result of each. */
  readonly tests: number;
}

/** Mean of the iterations of a run: they go from 1 to 11. */
export const meanIterations = 6;

/**
 * Adds history to a database. What it assumes: runs are spread evenly over days and projects; two branches, two environments;
 * a run has 1 to 11 iterations of 14 transitions each, every fifth of which goes through recovery; six of ten runs succeed;
 * an iteration has one measurement with a result for each test, of which nine of ten pass, one in a hundred on a retry.
 */
export async function plantHistory(databaseUrl: string, size: HistorySize): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    // Nobody rolls up half of it.
    await client.query('BEGIN');
    await plantProjects(client, size);
    await plantRuns(client, size);
    await client.query(`CREATE TEMP TABLE planted_iteration AS
      SELECT gen_random_uuid() AS set_id, r.*, i FROM planted r CROSS JOIN LATERAL generate_series(1, r.iterations) i`);
    await plantIterations(client);
    await plantResults(client);
    await client.query('DROP TABLE planted, planted_iteration');
    await client.query('COMMIT');
    await client.query('ANALYZE');
  });
}

async function plantProjects(client: Client, { projects, tests }: HistorySize): Promise<void> {
  await client.query(
    `INSERT INTO project (id, name, repository) SELECT gen_random_uuid(), 'bench-' || n, 'bench-' || n FROM generate_series(1, $1::int) n ON CONFLICT DO NOTHING`,
    [projects],
  );
  await client.query(
    `INSERT INTO test_identity (id, project_id, key, suite, name)
     SELECT gen_random_uuid(), p.id, 'test_' || n, 'suite', 'test_' || n FROM project p, generate_series(1, $1::int) n
     WHERE p.name LIKE 'bench-%' ON CONFLICT DO NOTHING`,
    [tests],
  );
}

async function plantRuns(client: Client, { projects, days, endsDaysAgo, runs }: HistorySize): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE planted AS
     SELECT gen_random_uuid() AS id, p.id AS project_id, now() - make_interval(secs => 86400 * ($2::float8 + $3::float8 * n / $4)) AS at,
       1 + (n * 7) % 11 AS iterations, CASE WHEN n % 3 = 0 THEN 'fix' ELSE 'main' END AS branch,
       CASE WHEN n % 2 = 0 THEN 'qemu' ELSE 'host' END AS environment,
       (ARRAY['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS_WITH_WARNING', 'SUCCESS', 'FAILURE', 'SUCCESS', 'FAILURE', 'FAILURE', 'ABORTED'])[1 + n % 10] AS outcome,
       make_interval(secs => 30 + (n * 37) % 3000) AS took
     FROM generate_series(0, $4::int - 1) n JOIN project p ON p.name = 'bench-' || (1 + n % $1::int)`,
    [projects, endsDaysAgo, days, runs],
  );
  await client.query(
    `INSERT INTO run (id, project_id, machine, machine_version, title, input, snapshot, state, status, iteration, outcome, exit_code, created_by, created_at, finished_at)
     SELECT id, project_id, 'firmware-loop', 1, 'bench', jsonb_build_object('ref', branch, 'environment', environment), '{}', outcome, 'finished', iterations, outcome,
       CASE WHEN outcome LIKE 'SUCCESS%' THEN 0 ELSE 1 END, 'bench', at - took, at FROM planted`,
  );
}

async function plantIterations(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO record (run_id, kind, key, data, event_seq)
     SELECT id, 'iteration', i::text, jsonb_build_object('iteration', i, 'regressions', i % 2, 'goal', jsonb_build_object('passed', 60 + i, 'failed', 20 - i, 'errors', 0, 'skipped', 0),
       'judgement', jsonb_build_object('verdict', CASE WHEN i % 7 = 6 THEN 'PLATEAUED' END)), i * 14 FROM planted_iteration`,
  );
  await client.query(
    `INSERT INTO lesson (run_id, project_id, kind, iteration, failure, signatures, hypothesis, summary, diff, outcome, gain, helped, strategy, agent, tokens, money, duration_ms)
     SELECT id, project_id, 'iteration', i, '', '{}', '', '', repeat(E'+int a;\n-int b;\n same\n', 1 + i % 5), '', 1, i % 3 = 0,
       CASE WHEN i % 2 = 0 THEN 'minimal' ELSE 'broad' END, (ARRAY['search', 'llm', 'patches'])[1 + i % 3], 1200, 0.01, 20000 FROM planted_iteration`,
  );
  await client.query(
    `INSERT INTO transition (run_id, seq, event_seq, from_state, to_state, event_type, reason, evidence, iteration, actor, at, ms_in_from)
     SELECT t.id, (t.i - 1) * 14 + s, (t.i - 1) * 14 + s, path[s], path[s + 1], 'done.invoke',
       CASE WHEN path[s] = 'ERROR_RECOVERY.DECIDE' THEN 'BUILD_FAILURE in BUILD_RUN: no; step 1 of 2: clean' ELSE 'on' END, '[]', t.i, 'engine', t.at, 1000 + s * 10
     FROM planted_iteration t
     CROSS JOIN LATERAL (SELECT ARRAY['CODE_ANALYSIS.LOG_TRIAGE', 'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS', 'CODE_ANALYSIS.CHANGE_IMPACT_ESTIMATE', 'PATCH_GENERATION',
       'PATCH_APPLY', 'BUILD_SETUP', 'BUILD_RUN', CASE WHEN t.i % 5 = 0 THEN 'ERROR_RECOVERY.DECIDE' ELSE 'TEST_SETUP.RESOURCE_ALLOC' END, 'TEST_SETUP.FLASH_OR_DEPLOY', 'TEST_RUN',
       'RESULT_COLLECTION.NORMALIZE', 'RESULT_ANALYSIS', 'CONVERGENCE_CHECK.JUDGE', 'STRATEGY_SWITCH', 'CODE_ANALYSIS.LOG_TRIAGE'] AS path) p, generate_series(1, 14) s`,
  );
}

/** Keys are not looked up one by one: each was made from the row that it names. */
async function plantResults(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO result_set (id, run_id, project_id, iteration, format, complete, counts, findings, created_at, measured_at)
     SELECT set_id, id, project_id, i, 'tap', true, '{}', '[]', at, at - (iterations - i) * interval '20 seconds' FROM planted_iteration`,
  );
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO test_result (result_set_id, test_id, attempt, status, outcome, measured_at, duration_ms)
     SELECT s.set_id, t.id, 1, CASE WHEN h % 100 < 90 THEN 'passed' ELSE 'failed' END,
       CASE WHEN h % 100 = 0 THEN 'flaky' WHEN h % 100 < 90 THEN 'passed' ELSE 'failed' END, s.at, 5 + h % 200
     FROM planted_iteration s JOIN test_identity t ON t.project_id = s.project_id
     CROSS JOIN LATERAL (SELECT abs(hashtext(t.key || s.set_id)) AS h) k`,
  );
  await client.query('SET session_replication_role = origin');
}
