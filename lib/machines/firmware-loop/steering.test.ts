import { expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { offer, type ScriptedRun } from '../testing/scripted.ts';
import { firmwareLoop } from './index.ts';
import { arrive, contextOf, lastReason, playOn } from './testing/script.ts';
import { by, ways } from './testing/ways.ts';

type Fields = { readonly [field: string]: Json };

const toFirst = { to: { iteration: 1, commit: 'c1', passed: 24, total: 34, errors: 0 } };
const person = { proposalId: 'p', fingerprint: 'f', policy: { allowed: true, findings: 1, risk: 0.2, worst: null } };

const steer = (run: ScriptedRun, type: string, fields: Fields = {}) =>
  offer(firmwareLoop, run, { type: `control.${type}`, ...by, ...fields });

test.each<[string, Fields, string]>([
  ['roll-back', toFirst, 'HUMAN_REVIEW.ROLL_BACK'],
  ['switch-strategy', { strategy: 'bold' }, 'CODE_ANALYSIS.LOG_TRIAGE'],
  ['patch', person, 'PATCH_APPLY'],
  ['accept', {}, 'SUCCESS_WITH_WARNING'],
])(
  '%s takes a run out of the middle of a build, which is stopped, with its author and reason',
  (type, fields, state) => {
    const building = arrive('BUILD_RUN', {}, {}, 2);
    const { run, fate } = steer(building, type, fields);
    expect([fate, run.state]).toEqual(['applied', state]);
    expect(run.envelope.inFlight).not.toHaveProperty('build');
    expect(run.transitions.some(({ reason }) => reason.startsWith('ada ') && reason.endsWith('because'))).toBe(true);
  },
);

test('a run that was rolled back to an earlier iteration measures the next one against that', () => {
  const rolled = playOn(steer(arrive('BUILD_RUN', {}, {}, 3), 'roll-back', toFirst).run, {});
  const reasons = rolled.transitions.map(({ reason }) => reason);
  expect(reasons).toContain('the worktree is at iteration 1 again');
  const there = offerUntil(steer(arrive('BUILD_RUN', {}, {}, 3), 'roll-back', toFirst).run);
  expect(contextOf(there)).toMatchObject({
    kept: { commit: 'c1', iteration: 1 },
    best: { commit: 'c1', passed: 24, total: 34 },
    review: null,
    iteration: 3,
  });
});

test('a roll back that fails asks a person, and says who wanted it', () => {
  const asked = steer(arrive('BUILD_RUN', {}, {}, 3), 'roll-back', toFirst).run;
  const open = playOn(asked, { 'roll-back': () => ({ ok: false, reason: 'no such commit' }) });
  expect(open.state).toBe('HUMAN_REVIEW.OPEN');
  expect(contextOf(open).review?.why).toBe('ada wanted to roll back to iteration 1: because');
  expect(lastReason(open)).toContain('no such commit');
});

test('tests run again only on a tree that was kept and built: a patch that is being tried has its result first', () => {
  expect(steer(arrive('TEST_RUN', {}, {}, 2), 'run-again').fate).toBe('refused');
  const analysing = arrive('CODE_ANALYSIS.LOG_TRIAGE', {}, {}, 2);
  const { run, fate } = steer(analysing, 'run-again');
  expect([fate, run.state, contextOf(run).intent]).toEqual(['applied', 'TEST_SETUP.RESOURCE_ALLOC.REQUEST', 'confirm']);
});

test('before the first iteration, in a review and after the end nothing is steered', () => {
  const deeds: [string, Fields][] = [
    ['roll-back', toFirst],
    ['switch-strategy', { strategy: 'bold' }],
    ['patch', person],
    ['run-again', {}],
    ['accept', {}],
  ];
  for (const state of ['INIT.BASELINE_BUILD.BUILD', 'HUMAN_REVIEW.OPEN', 'FAILURE'] as const)
    for (const [type, fields] of deeds)
      expect([state, type, steer(ways[state](), type, fields).fate]).toEqual([state, type, 'refused']);
});

test('a patch that the policy refuses, the present strategy and the tree that is there already are refused', () => {
  const building = arrive('BUILD_RUN', {}, {}, 2);
  const forbidden = { ...person, policy: { ...person.policy, allowed: false } };
  expect(steer(building, 'patch', forbidden).fate).toBe('refused');
  expect(steer(building, 'switch-strategy', { strategy: 'careful' }).fate).toBe('refused');
  expect(steer(building, 'switch-strategy', { strategy: 'reckless' }).fate).toBe('refused');
  const kept = { iteration: 2, commit: contextOf(building).tree?.commit ?? '', passed: 1, total: 2, errors: 0 };
  expect(steer(building, 'roll-back', { to: kept }).fate).toBe('refused');
});

/** The run once its worktree has been rolled back. */
function offerUntil(run: ScriptedRun): ScriptedRun {
  const [flight] = run.pending;
  const done = { type: 'xstate.done.actor.roll-back', visit: flight?.visit ?? 0, output: { ok: true, reason: 'done' } };
  return offer(firmwareLoop, run, done).run;
}
