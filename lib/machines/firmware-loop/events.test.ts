import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { fire, offer, type ScriptedRun } from '../testing/scripted.ts';
import { firmwareLoopEvents, limitChanges } from './events.ts';
import { firmwareLoop } from './index.ts';
import { arrive, contextOf, patch, play, playOn, type Script } from './testing/script.ts';
import { by, firstAnalysis, type Rest, request, ways } from './testing/ways.ts';
import { statePaths } from './view.ts';

const review = (more: object = {}): { [field: string]: Json } => ({ ...by, ...more });
const granted = { reservationId: 'r1', board: 'board-2' };
const person = { proposalId: 'p', fingerprint: 'f', policy: { allowed: true, findings: 0, risk: 0.2, worst: null } };

/** State, event with its fields, and the state that follows; every other event is refused there. */
const taken: readonly (readonly [Rest, string, { readonly [field: string]: Json }, string])[] = [
  ['IDLE', 'START', {}, 'INIT.LOAD_CONFIG'],
  ['INIT.BASELINE_TEST.RESOURCE_ALLOC.QUEUED', 'board.granted', granted, 'INIT.BASELINE_TEST.FLASH_OR_DEPLOY'],
  [
    'INIT.BASELINE_TEST.RESOURCE_ALLOC.QUEUED',
    'board.refused',
    { reservationId: 'r1', reason: 'withdrawn' },
    'ERROR_RECOVERY.RESET_ENVIRONMENT',
  ],
  ['TEST_SETUP.RESOURCE_ALLOC.QUEUED', 'board.granted', granted, 'TEST_SETUP.FLASH_OR_DEPLOY'],
  [
    'TEST_SETUP.RESOURCE_ALLOC.QUEUED',
    'board.refused',
    { reservationId: 'r1', reason: 'withdrawn' },
    'ERROR_RECOVERY.RESET_ENVIRONMENT',
  ],
  ['HUMAN_REVIEW.APPROVAL', 'patch.approve', review({ proposalId: 'proposal-bold' }), 'PATCH_APPLY'],
  ['HUMAN_REVIEW.APPROVAL', 'patch.refuse', review({ proposalId: 'proposal-bold' }), 'PATCH_GENERATION'],
  ['HUMAN_REVIEW.OPEN', 'review.continue', review({ hint: 'look at the timer' }), firstAnalysis],
  ['HUMAN_REVIEW.OPEN', 'review.switch-strategy', review(), firstAnalysis],
  ['HUMAN_REVIEW.OPEN', 'review.roll-back', review({ to: 'base' }), 'HUMAN_REVIEW.ROLL_BACK'],
  ['HUMAN_REVIEW.OPEN', 'review.patch', review(person), 'PATCH_APPLY'],
  ['HUMAN_REVIEW.OPEN', 'review.run-again', review(), request('TEST_SETUP')],
  ['HUMAN_REVIEW.OPEN', 'review.accept', review(), 'SUCCESS_WITH_WARNING'],
  ['HUMAN_REVIEW.OPEN', 'review.give-up', review(), 'FAILURE'],
  ['HUMAN_REVIEW.OPEN', 'review.abort', review(), 'ABORTED'],
];
const everywhere = ['control.abort', 'control.timeout', 'control.message', 'control.limits'];
/** What steers a run that goes on depends on how far it is: `steering.test.ts` tells. */
const steering = [
  'control.roll-back',
  'control.switch-strategy',
  'control.patch',
  'control.run-again',
  'control.accept',
];
const ends = ['SUCCESS', 'SUCCESS_WITH_WARNING', 'FAILURE', 'ABORTED'];

/** A well-formed event of each type. */
const sample: Readonly<Record<string, { readonly [field: string]: Json }>> = {
  ...Object.fromEntries(taken.map(([, type, fields]) => [type, fields])),
  'control.abort': by,
  'control.timeout': {},
  'control.message': { by: 'ada', text: 'mind the watchdog' },
  'control.limits': { ...by, changes: { max_iterations: 20 } },
};

describe('an event from outside', () => {
  test.each(taken)('in %s: %s', (state, type, fields, next) => {
    const { run, fate } = offer(firmwareLoop, ways[state](), { type, ...fields });
    expect([fate, run.state]).toEqual(['applied', next]);
  });

  test.each(statePaths.filter((path): path is Rest => path in ways))(
    'in %s is refused unless the state takes it',
    (state) => {
      const run = ways[state]();
      for (const type of Object.keys(firmwareLoopEvents).filter((one) => !steering.includes(one))) {
        const takes = ends.includes(state)
          ? false
          : everywhere.includes(type) || taken.some(([row, event]) => row === state && event === type);
        const { fate } = offer(firmwareLoop, run, { type, ...sample[type] });
        const otherwise = type.startsWith('board.') && !ends.includes(state) ? 'pending' : 'refused';
        expect([type, fate]).toEqual([type, takes ? 'applied' : otherwise]);
      }
    },
  );

  test('for another reservation waits, a strategy or patch that is not allowed is refused', () => {
    const queue = ways['TEST_SETUP.RESOURCE_ALLOC.QUEUED']();
    expect(offer(firmwareLoop, queue, { type: 'board.granted', ...granted, reservationId: 'r0' }).fate).toBe('pending');
    const open = ways['HUMAN_REVIEW.OPEN']();
    const unknown = offer(firmwareLoop, open, { type: 'review.switch-strategy', ...by, strategy: 'reckless' });
    expect(unknown.fate).toBe('refused');
    const refused = { ...person, policy: { ...person.policy, allowed: false } };
    expect(offer(firmwareLoop, open, { type: 'review.patch', ...by, ...refused }).fate).toBe('refused');
  });

  test('that changes limits must make sense', () => {
    const run = arrive('PATCH_GENERATION', {}, {}, 3);
    const change = (changes: Json) => offer(firmwareLoop, run, { type: 'control.limits', ...by, changes });
    expect(change({ max_iterations: 2 }).fate).toBe('refused');
    expect(change({}).fate).toBe('refused');
    const more = change({ max_iterations: 3, mode: 'ci' });
    expect(contextOf(more.run).settings).toMatchObject({ mode: 'ci', limits: { max_iterations: 3, retry_limit: 2 } });
    expect(more.run.state).toBe('PATCH_GENERATION');
  });
});

test.each([0, -1, 34_561, 1e308])('a limit of %d minutes is none that a timer could keep', (timeout_minutes) => {
  expect(limitChanges.safeParse({ timeout_minutes }).success).toBe(false);
  expect(limitChanges.safeParse({ timeout_minutes: 34_560 }).success).toBe(true);
});

describe('waiting', () => {
  test('for a board ends after its own limit', () => {
    const run = fireNamed(ways['TEST_SETUP.RESOURCE_ALLOC.QUEUED'](), 'board wait');
    expect(run.state).toBe('ERROR_RECOVERY.RESET_ENVIRONMENT');
  });

  test('for a cool-down is followed by one probe', () => {
    expect(fireNamed(ways['ERROR_RECOVERY.COOL_DOWN'](), 'cool-down').state).toBe(request('TEST_SETUP'));
  });

  test('for an approval ends as a no after a day, and what was refused is a repeat when it comes again', () => {
    const open = ways['HUMAN_REVIEW.APPROVAL']();
    expect(open.timers.find(({ id }) => id === 'approval due')?.delayMs).toBe(24 * 3_600_000);
    const run = fire(firmwareLoop, open, 'approval due');
    expect(run.state).toBe('PATCH_GENERATION');
    const again = playOn(run, { 'propose-patch': () => patch('bold', { risk: 0.9 }) });
    expect(again.transitions.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining('patch bold was proposed before'),
    );
  });

  test.each([
    ['for another patch', { proposalId: 'proposal-other' }],
    ['that names none', {}],
  ])('for an approval is not ended by one %s', (_, fields) => {
    const open = ways['HUMAN_REVIEW.APPROVAL']();
    expect(offer(firmwareLoop, open, { type: 'patch.approve', ...by, ...fields }).fate).toBe('refused');
  });

  test.each([
    ['ci', {}],
    ['auto', {}],
    ['interactive', { above_risk_threshold: 'refuse' }],
  ])('for an approval does not happen in %s mode with %j: the patch is refused', (mode, limits) => {
    const script: Script = { 'propose-patch': (run) => patch(`f${contextOf(run).asked}`, { risk: 0.9 }) };
    const reasons = play(script, { mode, limits }).transitions.map(({ reason }) => reason);
    expect(reasons).toContainEqual(expect.stringMatching(/^risk 0\.900 > 0\.700/));
  });

  test('for an approval ends with a yes that counts once', () => {
    const open = ways['HUMAN_REVIEW.APPROVAL']();
    const yes = { type: 'patch.approve', ...by, proposalId: 'proposal-bold' };
    const { run } = offer(firmwareLoop, open, yes);
    expect(run.state).toBe('PATCH_APPLY');
    expect(offer(firmwareLoop, run, yes).fate).toBe('refused');
    expect(run.transitions.at(-1)?.reason).toBe('ada approves patch bold of risk 0.900: because');
  });

  test('for a person has no limit by default', () => {
    expect(ways['HUMAN_REVIEW.OPEN']().timers.map(({ id }) => id)).toEqual(['engine.run']);
  });

  test('for a person past the due time aborts and keeps the best', () => {
    const script: Script = { 'propose-patch': (run) => patch(`f${contextOf(run).asked}`, { allowed: false }) };
    const open = play(script, { limits: { review_due_minutes: 60 } });
    const run = fire(firmwareLoop, open, 'review due');
    expect(run.state).toBe('ABORTED');
    expect(run.records.at(-1)).toMatchObject({
      kind: 'final',
      data: { final_status: 'ABORTED', best: { passed: 18 } },
    });
  });
});

test('every state that a run can rest in has been entered as the table says', () => {
  for (const [state, way] of Object.entries(ways)) expect(way().state).toBe(state);
});

function fireNamed(run: ScriptedRun, part: string): ScriptedRun {
  return fire(firmwareLoop, run, run.timers.find(({ id }) => id.includes(part))?.id);
}
