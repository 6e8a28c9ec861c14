import type { firmwareActivities } from '#lib/activities/registry.ts';
import type { Json } from '#lib/engine/json.ts';
import type { ActivityStart } from '#lib/engine/step.ts';
import { type Answer, drive, offer, type ScriptedRun, scripted } from '../../testing/scripted.ts';
import type { FirmwareLoopContext } from '../context.ts';
import { firmwareLoop } from '../index.ts';
import type { OutputOf } from '../wiring.ts';

/** What a run is asked for where a test says nothing else. */
export const calmInput = {
  project: 'thermostat',
  repository: { path: '/srv/thermostat' },
  ref: 'main',
  goal: { text: 'all tests pass', tests: 'all' },
  environment: 'bench',
  strategies: [
    { name: 'careful', agents: ['first', 'second'] },
    { name: 'bold', agents: ['third'] },
  ],
};

type Ask = (run: ScriptedRun, start: ActivityStart) => Json;
type FirmwareActivity = keyof typeof firmwareActivities;

/** The output of each activity as a function of the run so far. */
export type Script = { readonly [Name in FirmwareActivity]?: Ask };

const usage = { tokens: 100, money: 0.01 };

/** Everything goes well, and six more tests pass after each iteration, from 18 of 34 at the base. */
export const calm: Readonly<Record<FirmwareActivity, Ask>> = {
  'load-config': () => ({ ok: true, problems: [], acceptance: false }),
  'validate-environment': () => ({ ok: true, missing: [], problems: [] }),
  'setup-repository': () => ({ ok: true, baseCommit: 'base' }),
  'triage-logs': () => ({ hasEvidence: true, findings: 2, summary: 'two tests fail', evidence: [] }),
  'collect-evidence': () => ({ ok: true, found: 3, reason: 'three more logs' }),
  'analyse-cause': () => analysed(0.9),
  'estimate-impact': () => ({ planId: 'plan', files: 1, risk: 0.1, summary: 'one file' }),
  'propose-patch': (run) => patch(`f${contextOf(run).iteration}.${contextOf(run).asked}`),
  'apply-patch': (run) => ({ ok: true, commit: `c${contextOf(run).iteration}`, restored: 0, reason: 'clean' }),
  'roll-back': () => ({ ok: true, reason: 'checked out' }),
  'prepare-build': () => ({ ok: true, missing: [], reason: 'gcc 12' }),
  build: (run) => built(`b${contextOf(run).iteration}`),
  'clean-build': () => ({ ok: true, reason: 'removed build/' }),
  'allocate-environment': () => ({ outcome: 'granted', board: 'board-1', reason: 'free' }),
  deploy: () => ({ ok: true, snapshotId: null, reason: 'flashed', durationMs: 900 }),
  'check-health': () => ({ ok: true, checks: 3, failed: 0, reason: 'alive' }),
  'reset-environment': () => ({ ok: true, reason: 'power-cycled' }),
  'capture-hang': () => ({ ok: true, snapshotId: 'snapshot', reason: 'registers kept' }),
  'run-tests': () => ran('exited'),
  'run-acceptance': () => ({ outcome: 'passed', passed: 4, failed: 0, failedTests: [], reason: 'ran' }),
  'fetch-logs': () => ({ ok: true, logs: 2, missing: [], evidence: [] }),
  'normalise-results': (run) => measured(Math.min(34, 18 + 6 * contextOf(run).iteration), 34),
  'attach-artifacts': (run) => ({
    ok: true,
    artifacts: 4,
    patchId: `patch-${contextOf(run).iteration}`,
    reason: 'bound',
    evidence: [],
  }),
  'analyse-results': () => decision('FAIL', 'CONTINUE'),
};

export function analysed(confidence: number): OutputOf<'analyse-cause'> {
  return { outcome: 'analysed', analysisId: 'analysis', hypotheses: 1, confidence, summary: 'off by one', usage };
}

export function patch(fingerprint: string, more: { allowed?: boolean; risk?: number; applies?: boolean } = {}): Json {
  const { allowed = true, risk = 0.1, applies = true } = more;
  return {
    outcome: 'patch',
    proposalId: `proposal-${fingerprint}`,
    fingerprint,
    files: 1,
    lines: 3,
    policy: { allowed, findings: allowed ? 0 : 1, risk, worst: allowed ? null : 'tests/test_a.c:3 is protected' },
    dryRun: { ok: applies, reason: applies ? 'applies' : 'hunk 1 does not apply' },
    summary: 'fixes the bound',
    passedOver: { count: 0, first: [] },
    usage,
  };
}

export function noPatch(outcome: 'empty' | 'gave-up' | 'unreadable'): Json {
  return { outcome, reason: 'nothing to say', passedOver: { count: 0, first: [] }, usage };
}

export function built(buildId: string): OutputOf<'build'> {
  return { ok: true, buildId, warnings: 0, logId: 'log', durationMs: 4_000 };
}

export function broken(missing: { program: string; howToGet: string }[] = []): Json {
  return { ok: false, errors: 2, firstError: 'main.c:7: expected ;', missing, logId: 'log', durationMs: 3_000 };
}

export function ran(ended: 'exited' | 'timeout' | 'crashed', boardMinutes = 1): OutputOf<'run-tests'> {
  return { ended, exitCode: 1, hungTest: null, boardMinutes, logId: 'log', reason: ended, durationMs: 60_000 };
}

export function measured(passed: number, total: number, more: Partial<OutputOf<'normalise-results'>> = {}): Json {
  const counts = { passed, failed: total - passed, errors: 0, skipped: 0 };
  return {
    resultId: 'result',
    goal: counts,
    all: counts,
    regressions: 0,
    regressed: [],
    vanished: 0,
    appeared: 0,
    infrastructureErrors: 0,
    disagreeing: 0,
    newWarnings: 0,
    metrics: [],
    performance: null,
    sameFailures: false,
    executionMs: 60_000,
    incomplete: null,
    evidence: [],
    ...more,
  };
}

export function decision(
  status: OutputOf<'analyse-results'>['status'],
  nextAction: OutputOf<'analyse-results'>['nextAction'],
  confidence = 1,
): Json {
  return { status, nextAction, confidence, modelConfidence: null, reasoning: 'as measured', usage };
}

/** The given answer from iteration 1 on, so that the base stays sound. */
export function afterBase(name: FirmwareActivity, make: () => Json): Script {
  return {
    [name]: (run: ScriptedRun, start: ActivityStart) =>
      contextOf(run).iteration === 0 ? calm[name](run, start) : make(),
  };
}

/** The passes of each iteration, the base first; the last one goes on for ever. */
export function passing(passes: readonly number[], total = 34): Script {
  return {
    'normalise-results': (run) => measured(passes[contextOf(run).iteration] ?? passes.at(-1) ?? 0, total),
  };
}

export function contextOf(run: ScriptedRun): FirmwareLoopContext {
  return run.envelope.context as unknown as FirmwareLoopContext;
}

/** Answers by the script, and calmly where it says nothing. */
export function answers(script: Script): (start: ActivityStart, run: ScriptedRun) => Answer {
  return (start, run) => {
    const name = start.name as FirmwareActivity;
    return { output: (script[name] ?? calm[name])(run, start) };
  };
}

/** A run that has been started. */
export function started(input: object = {}): ScriptedRun {
  return offer(firmwareLoop, scripted(firmwareLoop, { ...calmInput, ...input }), { type: 'START' }).run;
}

/** Runs until the run waits or ends. */
export function play(script: Script, input: object = {}): ScriptedRun {
  return drive(firmwareLoop, started(input), answers(script));
}

/** Runs until the state is entered; `iteration` is the first one that counts. */
export function arrive(state: string, script: Script = {}, input: object = {}, iteration = 0): ScriptedRun {
  const stop = (run: ScriptedRun): boolean => run.state === state && contextOf(run).iteration >= iteration;
  const run = drive(firmwareLoop, started(input), answers(script), { stop });
  if (run.state !== state) throw new Error(`the script ends in ${run.state}, not in ${state}: ${lastReason(run)}`);
  return run;
}

/** Goes on with a run. */
export function playOn(run: ScriptedRun, script: Script = {}): ScriptedRun {
  return drive(firmwareLoop, run, answers(script));
}

export function lastReason(run: ScriptedRun): string {
  return run.transitions.at(-1)?.reason ?? '';
}

/** The places that a run has been in, without standing still. */
export function trail(run: ScriptedRun): string[] {
  return run.transitions.map((one) => one.to).filter((to, index, all) => to !== all[index - 1]);
}

/** How often a run has entered a state. */
export function visits(run: ScriptedRun, state: string): number {
  return trail(run).filter((to) => to === state).length;
}

/** A row of the run as pages see it: its facts merged in order. */
export function factsOf(run: ScriptedRun, kind: string, key: string): { readonly [field: string]: Json | undefined } {
  const facts = run.records.filter((one) => one.kind === kind && one.key === key).map(({ data }) => data);
  return Object.assign({}, ...facts);
}
