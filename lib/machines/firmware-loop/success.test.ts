import { describe, expect, test } from 'vitest';
import {
  arrive,
  broken,
  contextOf,
  decision,
  factsOf,
  lastReason,
  measured,
  passing,
  play,
  type Script,
  visits,
} from './testing/script.ts';

const acceptance = { 'load-config': () => ({ ok: true, problems: [], acceptance: true }) } satisfies Script;

describe('the way to success', () => {
  test('confirms the first good iteration without a patch and without a build', () => {
    const run = play(passing([18, 24, 34]));
    expect([run.state, contextOf(run).iteration]).toEqual(['SUCCESS', 3]);
    expect([visits(run, 'PATCH_APPLY'), contextOf(run).tree?.commit]).toEqual([3, 'c2']);
    expect(factsOf(run, 'iteration', '3')).toMatchObject({ intent: 'confirm', commit: 'c2', kept: true });
    expect(lastReason(run)).toBe(
      'SUCCESS: pass_rate (34/34) 100.00% >= target_pass_rate 100.00%, stability_delta over 2 iterations 0.00% <= stability_delta_threshold 2.00%; plausible: no acceptance suite',
    );
  });

  test('with a base that meets the goal needs one confirmation and no patch', () => {
    const run = play(passing([34]));
    expect([run.state, contextOf(run).iteration]).toEqual(['SUCCESS', 1]);
    expect(lastReason(run)).toMatch(/^goal met at the base: SUCCESS/);
    expect(visits(run, 'PATCH_APPLY')).toBe(1);
    expect(contextOf(run).risk).toBe(0);
  });

  test('with a base that met the goal once looks for a cause when the confirmation fails', () => {
    const run = arrive('CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS', passing([34, 33]));
    expect(contextOf(run)).toMatchObject({ iteration: 2, intent: 'fix', series: [{ iteration: 1, passed: 33 }] });
  });

  test('runs one uncounted confirmation when the last iteration allowed is the first good one', () => {
    const run = play(passing([18, 24, 34]), { limits: { max_iterations: 2 } });
    expect([run.state, contextOf(run).iteration, contextOf(run).extraConfirmation]).toEqual(['SUCCESS', 3, true]);
    expect(lastReason(run)).toContain('also held: TIMEOUT');
  });

  test('is withheld by a gate that is named, and the loop goes on to fix it', () => {
    const script: Script = {
      'normalise-results': (run) =>
        contextOf(run).iteration === 0
          ? measured(18, 34)
          : measured(34, 34, { regressions: 1, regressed: ['test_irq'] }),
    };
    const run = arrive('PATCH_GENERATION', script, {}, 3);
    expect(contextOf(run).intent).toBe('fix');
    expect(factsOf(run, 'iteration', '2').judgement).toMatchObject({ failed_gates: [{ gate: 'regressions' }] });
    expect(run.transitions.some(({ reason }) => reason.includes('gate regressions does not hold'))).toBe(true);
  });

  test.each(['rules', 'scored'])(
    'is withheld by the %s model while a measurement is not whole, however low the target',
    (model) => {
      const hung = 'the run was stopped at its deadline';
      const run = play(
        { 'normalise-results': () => measured(500, 501, { incomplete: hung }) },
        { criteria: { model, target_pass_rate: 0.99 }, limits: { max_iterations: 4 } },
      );
      expect(run.state).not.toBe('SUCCESS');
      expect(contextOf(run).base?.meetsGoal).toBe(false);
      expect(factsOf(run, 'iteration', '3').judgement).toMatchObject({
        failed_gates: [{ gate: 'complete measurement', reason: hung }],
      });
    },
  );

  test('is withheld while tests are gone that ran before, also without a measured base', () => {
    const script: Script = {
      'normalise-results': (run) =>
        contextOf(run).iteration === 1 ? measured(20, 34) : measured(20, 20, { vanished: 14 }),
    };
    const run = play(script, { baseline: 'none', limits: { max_iterations: 4 } });
    expect(run.state).not.toBe('SUCCESS');
    expect(factsOf(run, 'iteration', '3').judgement).toMatchObject({ failed_gates: [{ gate: 'tests vanished' }] });
  });

  test('is confirmed again while only the confidence is too low, five times at most', () => {
    const unsure = {
      ...passing([18, 34]),
      'analyse-results': () => decision('PASS', 'CONTINUE', 0.79),
    } satisfies Script;
    const run = arrive('PATCH_GENERATION', unsure, {}, 2);
    expect(contextOf(run)).toMatchObject({ iteration: 7, intent: 'fix', streaks: { confirmations: 5 } });
  });

  test('runs the acceptance suite only when about to succeed; a failure names itself and goes on', () => {
    let asked = 0;
    const run = play({
      ...acceptance,
      ...passing([18, 34]),
      'run-acceptance': () => {
        asked += 1;
        return asked === 1
          ? { outcome: 'failed', passed: 3, failed: 1, failedTests: ['hidden_boot'], reason: '' }
          : { outcome: 'passed', passed: 4, failed: 0, failedTests: [], reason: '' };
      },
    });
    expect([run.state, visits(run, 'CONVERGENCE_CHECK.ACCEPTANCE')]).toEqual(['SUCCESS', 2]);
    expect(
      run.transitions.some(
        ({ reason }) => reason.includes('gate acceptance does not hold') && reason.includes('hidden_boot'),
      ),
    ).toBe(true);
    expect(lastReason(run)).toContain('the acceptance suite passes');
  });
});

describe('the base', () => {
  test('that does not build is evidence for iteration 1 and not an error', () => {
    const run = play({
      ...passing([0, 20, 34]),
      build: (at) =>
        contextOf(at).iteration === 0 ? broken() : { ok: true, buildId: 'b', warnings: 0, logId: null, durationMs: 1 },
    });
    expect([run.state, visits(run, 'ERROR_RECOVERY.DECIDE')]).toEqual(['SUCCESS', 0]);
  });

  test('may be left out: without any evidence iteration 1 diagnoses', () => {
    const nothing = { 'triage-logs': () => ({ hasEvidence: false, findings: 0, summary: '', evidence: [] }) };
    const run = arrive('PATCH_GENERATION', nothing, { baseline: 'none' });
    expect(contextOf(run)).toMatchObject({ iteration: 1, intent: 'diagnose', best: null });
  });

  test('may be given: a given result enters no series but is the best so far', () => {
    const run = arrive(
      'CODE_ANALYSIS.LOG_TRIAGE',
      {},
      { baseline: { goal: { passed: 20, failed: 14, errors: 0, skipped: 1 } } },
    );
    expect(contextOf(run)).toMatchObject({ iteration: 1, series: [], best: { iteration: 0, passed: 20, total: 34 } });
  });
});
