import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ReportRow } from '#lib/report/report.ts';
import type { ReportId } from '#lib/report/reports.ts';
import { testPool } from '#server/testing/test-pool.ts';
import type { Asked } from './asked.ts';
import { reportQueries } from './queries.ts';
import { refreshReports } from './refresh.ts';
import { plantProject, plantRun, plantTrace } from './testing/plant.ts';

const pool = await testPool();
let projectId: string;

/** A run of three iterations: a build that does not build, a plateau that another strategy ends, and success. */
const steps = [
  ['', 'IDLE', 'created'],
  ['IDLE', 'BUILD_RUN', 'go'],
  ['BUILD_RUN', 'ERROR_RECOVERY.DECIDE', 'the build failed'],
  ['ERROR_RECOVERY.DECIDE', 'ERROR_RECOVERY.CLEAN_BUILD', 'BUILD_FAILURE in BUILD_RUN: no ;; step 1 of 2: clean'],
  ['ERROR_RECOVERY.CLEAN_BUILD', 'ERROR_RECOVERY.DECIDE', 'cleaned'],
  ['ERROR_RECOVERY.DECIDE', 'BUILD_RUN', 'BUILD_FAILURE in BUILD_RUN: no ;; step 1 of 2: clean'],
  ['BUILD_RUN', 'CONVERGENCE_CHECK.JUDGE', 'measured', 2],
  ['CONVERGENCE_CHECK.JUDGE', 'STRATEGY_SWITCH', 'plateau', 2],
  ['STRATEGY_SWITCH', 'TEST_RUN', 'on', 3],
  ['TEST_RUN', 'ERROR_RECOVERY.DECIDE', 'it hangs', 3],
  ['ERROR_RECOVERY.DECIDE', 'FAILURE', 'TIMEOUT in TEST_RUN: silent; nothing to retry', 3],
] as const;
const sharedSteps = 6;

beforeAll(async () => {
  projectId = (await plantProject(pool, 1)).id;
  const at = new Date('2026-06-10T12:00:00Z');
  const run = { at, ms: 5 * 60_000, branch: 'main', outcome: 'SUCCESS', iterations: 3 };
  await plantHistory(await plantRun(pool, projectId, run), { sharedUpTo: null });
  const fork = await plantRun(pool, projectId, { ...run, ms: 90_000 });
  await pool.query(
    'UPDATE run SET forked_from_id = (SELECT id FROM run WHERE id <> $1), forked_from_seq = $2 WHERE id = $1',
    [fork, sharedSteps],
  );
  await plantHistory(fork, { sharedUpTo: 1 });
});

/** Iterations up to `sharedUpTo` are known since the fork point, the others since later. */
async function plantHistory(run: string, { sharedUpTo }: { sharedUpTo: number | null }): Promise<void> {
  await plantTrace(pool, run, steps);
  const diff = '--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n-int a;\n+int b;\n+int c;\n same\n';
  for (const [iteration, passed, regressions, verdict] of [
    [1, 3, 2, null],
    [2, 3, 0, 'PLATEAUED'],
    [3, 5, 0, 'SUCCESS'],
  ] as const) {
    const seq = sharedUpTo !== null && iteration <= sharedUpTo ? sharedSteps : sharedSteps + iteration;
    const data = { iteration, goal: { passed, failed: 1, errors: 0, skipped: 0 }, regressions, judgement: { verdict } };
    await pool.query(`INSERT INTO record (run_id, kind, key, data, event_seq) VALUES ($1, 'iteration', $2, $3, $4)`, [
      run,
      String(iteration),
      data,
      seq,
    ]);
    await pool.query(
      `INSERT INTO lesson (run_id, project_id, kind, iteration, failure, signatures, hypothesis, summary, diff, outcome, gain, helped, strategy,
         agent, tokens, money, duration_ms)
       VALUES ($1, $2, 'iteration', $3, '', '{}', '', '', $4, '', $5, $6, 'minimal', 'patches', 0, $7, 1000)`,
      [run, projectId, iteration, diff, iteration === 3 ? 2 : 0, iteration === 3, iteration === 2 ? null : 0.25],
    );
  }
}

/** Each row twice as one whole and then less what the fork shares: nothing that it shares is counted again. */
const expected: readonly [ReportId, readonly ReportRow[]][] = [
  ['outcomes', [{ period: '2026-06-08', outcome: 'SUCCESS', runs: 2 }]],
  [
    'iterations',
    [
      { iterations: 2, runs: 1, before: 0 },
      { iterations: 3, runs: 1, before: 0 },
    ],
  ],
  [
    'time-to-converge',
    [
      { minutes: 1, runs: 1, before: 0 },
      { minutes: 4, runs: 1, before: 0 },
    ],
  ],
  [
    'recoveries',
    [
      { cause: 'TIMEOUT', inState: 'TEST_RUN', troubles: 2, recovered: 0 },
      { cause: 'BUILD_FAILURE', inState: 'BUILD_RUN', troubles: 1, recovered: 1 },
    ],
  ],
  ['plateaus', [{ endedBy: 'STRATEGY_SWITCH', plateaus: 2, improved: 2 }]],
  [
    'agents',
    [
      {
        agent: 'patches',
        strategy: 'minimal',
        patches: 5,
        helped: 2,
        gained: 4,
        regressions: 2,
        lines: 15,
        tokens: 0,
        money: 0.75,
        unpriced: 2,
        ms: 5_000,
      },
    ],
  ],
];

test.each(expected)(
  '%s counts a run and its fork without what they share, before and after it is rolled up',
  async (id, rows) => {
    expect(await sums(id)).toEqual(rows);
    while ((await refreshReports(pool, 50)) > 0);
    expect(await sums(id)).toEqual(rows);
  },
);

test('time in states is that of the run and of what the fork did by itself', async () => {
  const rows = await sums('state-times');
  const of = (state: string) => rows.find((row) => row.state === state);
  expect(of('BUILD_RUN')).toMatchObject({ machine: 'firmware-loop', ms: 30_000, visits: 3 });
  expect(of('IDLE')).toMatchObject({ ms: 10_000, visits: 1 });
  expect(of('ERROR_RECOVERY')).toMatchObject({ ms: 50_000, visits: 3 });
});

test.each<[ReportId, Record<string, string>]>([
  ['recoveries', { cause: 'TIMEOUT', inState: 'TEST_RUN' }],
  ['plateaus', { endedBy: 'STRATEGY_SWITCH' }],
  ['agents', { agent: 'patches', strategy: 'minimal' }],
  ['state-times', { machine: 'firmware-loop', state: 'BUILD_RUN' }],
  ['time-to-converge', { minutes: '4' }],
])('the rows behind a row of %s add up to it', async (id, key) => {
  const row = (await sums(id)).find((one) => Object.entries(key).every(([name, value]) => String(one[name]) === value));
  const behind = await reportQueries[id].behind(pool, asked(), { limit: 100, offset: 0 }, key);
  const added = Object.fromEntries(
    Object.keys(behind[0]?.amounts ?? {}).map((name) => [
      name,
      behind.reduce((sum, one) => sum + (one.amounts[name] ?? 0), 0),
    ]),
  );
  expect(row).toMatchObject(added);
  expect(behind[0]?.href).toMatch(/^\/runs\/\d+/);
});

test('use of a board is the part of its time in which it was held, and its waits are those of its holds', async () => {
  await pool.query(`INSERT INTO site (name) VALUES ('lab')`);
  await pool.query(`INSERT INTO board_type (name) VALUES ('nucleo')`);
  const board = randomUUID();
  const wish = randomUUID();
  await pool.query(
    `INSERT INTO board (id, name, site, type, health, created_at, changed_by) VALUES ($1, 'n1', 'lab', 'nucleo', 'unknown', '2026-06-08T00:00:00Z', 'ada')`,
    [board],
  );
  await pool.query(
    `INSERT INTO board_event (board_id, at, kind, actor, data) VALUES ($1, '2026-06-09T00:00:00Z', 'health', 'ada', '{"to": "good"}')`,
    [board],
  );
  await pool.query(
    `INSERT INTO reservation (id, holder, wants, minutes, starts_at, status, asked_by, asked_at, ended_at, ended_because)
     VALUES ($1, 'ada', '[{}]', 720, '2026-06-09T00:00:00Z', 'ended', 'ada', '2026-06-08T23:30:00Z', '2026-06-09T12:00:00Z', 'done')`,
    [wish],
  );
  await pool.query(
    `INSERT INTO reservation_board (reservation_id, board_id, want, starts_at, ends_at, released_at)
     VALUES ($1, $2, 0, '2026-06-09T01:00:00Z', '2026-06-09T13:00:00Z', '2026-06-09T12:00:00Z')`,
    [wish, board],
  );
  await pool.query(
    `INSERT INTO lease (reservation_id, holder, granted_at, expires_at, ended_at, ended_because)
     VALUES ($1, 'ada', '2026-06-09T01:00:00Z', '2026-06-09T13:00:00Z', '2026-06-09T12:00:00Z', 'done')`,
    [wish],
  );
  const hour = 3_600_000;
  const days = asked({ span: { from: '2026-06-08', to: '2026-06-09' } });
  expect(await reportQueries.boards.sums(pool, days)).toEqual([
    {
      board: 'n1',
      type: 'nucleo',
      site: 'lab',
      there: 48 * hour,
      good: 24 * hour,
      held: 11 * hour,
      holds: 1,
      waited: hour,
    },
  ]);
  expect(await reportQueries.boards.behind(pool, days, { limit: 5, offset: 0 }, { board: 'n1' })).toMatchObject([
    { amounts: { held: 11 * hour, holds: 1 } },
  ]);
  expect(await reportQueries.boards.sums(pool, { ...days, reach: { projects: [], sites: ['elsewhere'] } })).toEqual([]);
});

function asked(more: Partial<Asked> = {}): Asked {
  return {
    span: { from: '2026-06-01', to: '2026-06-30' },
    by: 'week',
    reach: { projects: null, sites: null },
    project: projectId,
    ...more,
  };
}

async function sums(id: ReportId): Promise<ReportRow[]> {
  return await reportQueries[id].sums(pool, asked());
}
