import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { finalReport, type ReportRows } from './final-report.ts';

const counts = (passed: number, failed: number) => ({ passed, failed, errors: 0, skipped: 1 });

const rows: ReportRows = {
  run: {
    id: '1f',
    number: 12,
    project: 'thermostat',
    machine: 'firmware-loop',
    goal: 'All tests pass',
    state: 'SUCCESS',
    outcome: 'SUCCESS',
  },
  final: {
    final_status: 'SUCCESS',
    reason: 'SUCCESS: pass rate 100.00% >= 100.00%',
    iterations: 2,
    repo_snapshot: { base_commit: 'b0', kept_commit: 'b1' },
    best: { commit: 'b1', iteration: 1, passed: 4, total: 4, regressions: 0, patchId: 'hash-of-patch-1' },
    base: counts(3, 1),
    acceptance: null,
    last_error: null,
    abort_reason: null,
    look_at_next: null,
  },
  iterations: [
    {
      iteration: 2,
      intent: 'confirm',
      goal: counts(4, 0),
      result_id: 'r2',
      kept: true,
      judgement: { verdict: 'SUCCESS', signal: null, reason: 'stable' },
    },
    { iteration: 0, intent: 'baseline', goal: counts(3, 1), build: { ok: true, buildId: 'x', warnings: 0 } },
    {
      iteration: 1,
      intent: 'fix',
      build: { ok: false, errors: 2, firstError: 'filter.c:9: error: x' },
      kept: false,
      rolled_back_to: { commit: 'b0', iteration: 0 },
    },
  ],
  transitions: [
    {
      from: 'IDLE',
      to: 'INIT.LOAD_CONFIG',
      event: 'START',
      reason: 'asked to',
      evidence: [],
      iteration: 0,
      actor: 'ada',
      at: Date.UTC(2026, 2, 14),
      msInFrom: 5,
    },
  ],
  artifacts: [
    { iteration: 1, kind: 'patch', name: 'since-base.patch', hash: 'hash-of-patch-1' },
    { iteration: 2, kind: 'patch', name: 'since-base.patch', hash: 'another' },
    { iteration: 1, kind: 'build', name: 'build', hash: 'build-1' },
  ],
  logs: [{ iteration: 1, activity: 'build', activity_id: 'a1', bytes: 512 }],
  branch: 'firmloop/1f',
};

describe('finalReport', () => {
  const report = finalReport(rows);

  test('lists the iterations in order with counts, rate, verdict and reason', () => {
    expect(report.iterations.map(({ iteration }) => iteration)).toEqual([0, 1, 2]);
    expect(report.iterations[2]).toMatchObject({
      counts: { passed: 4, total: 4, failed: 0, errors: 0, skipped: 1 },
      pass_rate: 1,
      verdict: 'SUCCESS',
      reason: 'stable',
      kept: true,
    });
  });

  test('says of an iteration that did not build what the compiler said', () => {
    expect(report.iterations[1]).toMatchObject({
      counts: null,
      pass_rate: null,
      reason: 'does not build: filter.c:9: error: x',
      rolled_back_to: 0,
    });
  });

  test('names the patch of the best tree, not the newest one', () => {
    expect(report.artifacts.patch_file).toMatchObject({ iteration: 1, hash: 'hash-of-patch-1' });
    expect(report.artifacts.build_result).toMatchObject({ iteration: 1, ok: false, artifact: 'build-1' });
    expect(report.artifacts.test_result).toMatchObject({ iteration: 2, result_id: 'r2' });
    expect(report.artifacts.logs).toHaveLength(1);
  });

  test('keeps the names of the design', () => {
    expect(Object.keys(report)).toEqual(
      expect.arrayContaining([
        'final_status',
        'goal',
        'iterations',
        'artifacts',
        'decision_trace',
        'last_error',
        'abort_reason',
        'look_at_next',
      ]),
    );
    expect(report.decision_trace).toEqual([
      expect.objectContaining({ seq: 1, from: 'IDLE', at: '2026-03-14T00:00:00.000Z' }),
    ]);
    expect(report.acceptance).toBe('plausible: no acceptance suite');
  });

  test.each([
    ['TIMEOUT', 'allow more iterations'],
    [null, 'the last steps of the trace'],
  ])('says where to look after a failure with the verdict %s', (verdict, words) => {
    const failed = { ...rows, final: { ...(rows.final as object), final_status: 'FAILURE', verdict } };
    expect(finalReport(failed).look_at_next).toContain(words);
  });

  test.each<[string, Json]>([
    ['no record', null],
    ['an unreadable record', { final_status: 7 }],
  ])('takes status and reason from the trace when the machine left %s', (_, final) => {
    const aborted = { ...rows, final, run: { ...rows.run, state: 'ABORTED', outcome: 'ABORTED' } };
    expect(finalReport(aborted)).toMatchObject({ final_status: 'ABORTED', abort_reason: 'asked to' });
  });
});
