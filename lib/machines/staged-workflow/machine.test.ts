import { describe, expect, test } from 'vitest';
import type { ScriptedRun } from '../testing/scripted.ts';
import { stagedWorkflow } from './index.ts';
import {
  breaks,
  calmPlanning,
  contextOf,
  due,
  outline,
  performed,
  planned,
  play,
  proposal,
  type Script,
  says,
  started,
  tell,
} from './testing/script.ts';

type Asked = NonNullable<Script['ask-planning']>;

const tops = (run: ScriptedRun) =>
  run.transitions.map(({ to }) => to.split('.')[0]).filter((to, at, all) => to !== all[at - 1]);
const history = (run: ScriptedRun) =>
  run.records.filter(({ kind }) => kind === 'fsm').map(({ data }) => String(Reflect.get(Object(data), 'event')));
const endOf = (run: ScriptedRun) => stagedWorkflow.ending({ value: run.envelope.value, context: contextOf(run) });
const ci = { mode: 'ci' };
const proposing = (kind: 'workflow' | 'step'): Script => ({
  'ask-planning': calmPlanning({ proposal: proposal(kind) }),
});
const no = says({ answered: true, answer: 'no', reason: 'too much' });
const silent = says({ answered: false, answer: '', reason: 'no step left' });

/** Answers differently from the n-th time on. */
function later<A extends (...given: never[]) => unknown>(from: number, first: A, then: A): A {
  let asked = 0;
  return ((...given: never[]) => {
    asked += 1;
    return asked < from ? first(...given) : then(...given);
  }) as A;
}

describe('the straight path', () => {
  test('goes through every stage, step, behavior and action in the words of the protocol', () => {
    const run = play(started(ci));
    expect(endOf(run)).toEqual({ outcome: 'completed', exitCode: 0 });
    const step = [
      'START_BEHAVIOR',
      'START_ACTION',
      'COMPLETE_ACTION',
      'NEXT_ACTION',
      'COMPLETE_ACTION',
      'COMPLETE_BEHAVIOR',
      'COMPLETE_STEP',
    ];
    expect(history(run)).toEqual([
      ...['START_WORKFLOW', 'START_STEP', ...step, 'NEXT_STEP', ...step, 'COMPLETE_STAGE'],
      ...['NEXT_STAGE', 'START_STEP', ...step, 'COMPLETE_STAGE', 'COMPLETE_WORKFLOW'],
    ]);
    expect(run.state).toBe('workflow_completed.ended');
  });

  test('a step whose target is achieved already needs no behavior', () => {
    const run = play(started(ci), { 'ask-planning': calmPlanning({ targetAchieved: true }) });
    expect(history(run)).toEqual([
      'START_WORKFLOW',
      'COMPLETE_STAGE',
      'NEXT_STAGE',
      'COMPLETE_STAGE',
      'COMPLETE_WORKFLOW',
    ]);
  });

  test('a behavior without actions is told to Planning like any other', () => {
    const none = says({ queue: { id: 'q', count: 0 }, says: 'nothing to do', evidence: [] });
    const run = play(started(ci), { 'ask-generating': none }, 'behavior_completed');
    expect(history(run).slice(-2)).toEqual(['START_BEHAVIOR', 'COMPLETE_BEHAVIOR']);
  });

  test('every step asks Planning before Generating', () => {
    const asked: string[] = [];
    const note =
      (name: string, answer: Asked): Asked =>
      (run, start) => {
        if (run.state === 'step_running' || name === 'generating') asked.push(name);
        return answer(run, start);
      };
    play(started(ci), {
      'ask-planning': note('planning', calmPlanning()),
      'ask-generating': note('generating', says({ queue: { id: 'q', count: 1 }, says: '', evidence: [] })),
    });
    expect(asked).toEqual(['planning', 'generating', 'planning', 'generating', 'planning', 'generating']);
  });
});

describe('what Planning says', () => {
  const feedback =
    (changes: Parameters<typeof planned>[0]): Asked =>
    (run, start) =>
      run.state === 'behavior_completed' ? says(planned(changes))() : calmPlanning()(run, start);
  const atFeedback = () => play(started(), {}, 'behavior_completed');

  test('continue_behaviors begins another behavior, also when the target is achieved', () => {
    const run = play(
      atFeedback(),
      { 'ask-planning': feedback({ continueBehaviors: true, targetAchieved: true }) },
      'behavior_running',
    );
    expect(contextOf(run)).toMatchObject({ iteration: 2, serial: 2 });
  });

  test('the 20th behavior of a step is the last', () => {
    const run = play(atFeedback(), { 'ask-planning': feedback({ continueBehaviors: true }) });
    expect(contextOf(run)).toMatchObject({ iteration: 20, trouble: { code: 'ITERATION_LIMIT' } });
    expect(run.state).toBe('error.open');
  });

  test.each([
    ['a genuine no', false, 'TARGET_NOT_ACHIEVED', /FAIL: step target not achieved/],
    ['the fallback of an unreachable service', true, 'PLANNING_UNAVAILABLE', /FAIL: planning unavailable/],
  ])('neither achieved nor to be continued is an error: %s', (_, fallback, code, reason) => {
    const run = play(atFeedback(), { 'ask-planning': feedback({ fallback }) });
    expect(contextOf(run).trouble?.code).toBe(code);
    expect(run.transitions.map((one) => one.reason).join('\n')).toMatch(reason);
    expect(play(tell(run, { type: 'START_BEHAVIOR' }).run, {}, 'action_running').state).toBe('action_running');
  });

  test('the fallback lets a step begin: nothing is taken for achieved', () => {
    const fallback: Asked = (run, start) =>
      run.state === 'step_running' ? says(planned({ fallback: true }))() : calmPlanning()(run, start);
    expect(play(started(), { 'ask-planning': fallback }, 'behavior_running').state).toBe('behavior_running');
  });

  test.each([
    ['a stage that is not achieved with no step left', 'step_completed', 'TARGET_NOT_ACHIEVED'],
    ['a workflow that is not achieved with no stage left', 'stage_completed', 'TARGET_NOT_ACHIEVED'],
  ])('%s is an error', (_, state, code) => {
    const denies: Asked = (run, start) =>
      run.state === `${state}.asking` ? says(planned())() : calmPlanning()(run, start);
    const run = play(started(), { 'ask-planning': denies });
    expect(contextOf(run).trouble).toMatchObject({ code, from: state });
  });

  test('without a workflow there is nothing to begin', () => {
    const run = play(started(), { 'ask-planning': says(planned()) });
    expect(contextOf(run).trouble?.code).toBe('NO_WORKFLOW');
  });
});

describe('updates', () => {
  test('a confirmed one changes what is still to come', () => {
    const waiting = play(started(), proposing('workflow'));
    expect(waiting.state).toBe('workflow_update_pending.open');
    const run = play(
      tell(waiting, { type: 'UPDATE_WORKFLOW_CONFIRMED', updateId: 'update-1' }).run,
      {},
      'action_completed',
    );
    expect(contextOf(run).workflow?.id).toBe('workflow-2');
    expect(run.records.find(({ kind }) => kind === 'update')?.data).toMatchObject({ verdict: 'confirmed', by: 'ada' });
  });

  test('a rejected workflow goes on as it was, and is not proposed again', () => {
    const waiting = play(started(), proposing('workflow'));
    const run = play(
      tell(waiting, { type: 'UPDATE_WORKFLOW_REJECTED', updateId: 'update-1' }).run,
      proposing('workflow'),
    );
    expect(history(run).filter((event) => event === 'UPDATE_WORKFLOW')).toHaveLength(1);
    expect(run.transitions.map((one) => one.reason).join('\n')).toMatch(/passed over, as it was rejected before/);
    expect(run.state).toBe('workflow_completed.open');
  });

  test('rejected steps are an error that a person recovers from', () => {
    const waiting = play(started(), proposing('step'));
    const run = play(tell(waiting, { type: 'UPDATE_STEP_REJECTED', updateId: 'update-1', reason: 'not now' }).run);
    expect(run.state).toBe('error.open');
    expect(contextOf(run).trouble).toMatchObject({ code: 'UPDATE_REJECTED' });
    expect(endOf(due(play(tell(run, { type: 'START_BEHAVIOR' }).run), 'reset due'))?.outcome).toBe('completed');
  });

  test('no verdict in time is a no', () => {
    expect(history(due(play(started(), proposing('workflow')), 'verdict due')).at(-1)).toBe('UPDATE_WORKFLOW_REJECTED');
  });

  test.each([
    ['the playbook says yes', 'workflow', {}, 'UPDATE_WORKFLOW_CONFIRMED'],
    ['the playbook says no', 'workflow', { 'answer-for-person': no }, 'UPDATE_WORKFLOW_REJECTED'],
    ['there is no playbook', 'step', { 'answer-for-person': silent }, 'UPDATE_STEP_REJECTED'],
  ] as const)('in ci %s', (_, kind, script, event) => {
    expect(history(play(started(ci), { ...proposing(kind), ...script }))).toContain(event);
  });

  test.each([
    [
      'moves a step that was begun',
      { ...proposal(), workflow: { id: 'w', stages: [{ id: 'load', steps: ['clean', 'read'] }] } },
    ],
    ['was made for another workflow', { ...proposal(), before: 'workflow-0' }],
    ['changes nothing', { ...proposal(), workflow: outline }],
  ])('one that %s is passed over', (_, wrong) => {
    const run = play(started(ci), { 'ask-planning': calmPlanning({ proposal: wrong }) });
    expect(history(run)).not.toContain('UPDATE_WORKFLOW');
    expect(endOf(run)?.outcome).toBe('completed');
  });
});

describe('errors', () => {
  const failing: Script = { 'perform-action': performed(false) };

  test('entering error cleans up before anybody is asked', () => {
    const run = play(started(), failing, 'error');
    expect(run.pending.map(({ name }) => name)).toEqual(['clean-up-workflow']);
    expect(play(run).state).toBe('error.open');
  });

  test('a kernel of before the error is never used again', () => {
    const before = play(started(), {}, 'action_running');
    const again = play(tell(play(before, failing), { type: 'START_BEHAVIOR' }).run, {}, 'action_running');
    expect(contextOf(again).epoch).toBe(contextOf(before).epoch + 1);
  });

  test('in ci one recovery is tried', () => {
    const run = play(started(ci), { 'perform-action': later(2, performed(false), performed(true)) });
    expect(endOf(run)).toEqual({ outcome: 'completed', exitCode: 0 });
    expect(history(run)).toContain('FAIL');
  });

  test('in ci the second error is given up without a playbook', () => {
    const run = play(started(ci), { ...failing, 'answer-for-person': silent });
    expect(endOf(run)).toEqual({ outcome: 'failed', exitCode: 1 });
    expect(run.state).toBe('error.ended');
  });

  test('in ci a playbook that always wants another try is heard ten times', () => {
    const stubborn = says({ answered: true, answer: 'START_BEHAVIOR', reason: 'again' });
    const run = play(started(ci), { ...failing, 'answer-for-person': stubborn });
    expect(endOf(run)?.outcome).toBe('failed');
    expect(contextOf(run).recoveries).toBe(10);
  });

  test('a service that stands elsewhere has the whole workflow begun again', () => {
    const elsewhere: Asked = later(2, calmPlanning(), breaks('OUT_OF_SYNC'));
    const run = play(started(ci), { 'ask-planning': elsewhere, 'answer-for-person': silent });
    expect(tops(run).filter((state) => state === 'stage_running')).toHaveLength(2);
  });

  test.each(['START_WORKFLOW', 'RESET'])('%s sets the workflow back to its beginning', (type) => {
    const run = tell(play(started(), failing), { type }).run;
    expect(contextOf(run)).toMatchObject({ at: { stage: 0, step: null }, trouble: null, iteration: 0 });
  });

  test('nobody deciding in time gives up', () => {
    expect(endOf(play(due(play(started(), failing), 'decision due')))).toEqual({ outcome: 'failed', exitCode: 1 });
  });
});

describe('ends', () => {
  test('an abort is cleaned up and cannot be reset', () => {
    const aborted = tell(play(started(), {}, 'action_running'), { type: 'control.abort', reason: 'enough' }).run;
    expect(aborted.state).toBe('cancelled.cleaning');
    expect(endOf(play(aborted))).toEqual({ outcome: 'aborted', exitCode: 3 });
  });

  test('a completed workflow can be reset and started again, with a new round', () => {
    const reset = tell(play(started()), { type: 'RESET' }).run;
    expect(reset.state).toBe('idle');
    expect(contextOf(tell(reset, { type: 'START_WORKFLOW' }).run)).toMatchObject({ round: 2, outcome: null });
  });

  test.each([
    ['reset due', () => play(started()), 'completed'],
    ['start due', () => tell(play(started()), { type: 'RESET' }).run, 'cancelled'],
  ])('a wait that nobody ends is over: %s', (timer, run, outcome) => {
    const after = play(due(run(), timer));
    expect(endOf(after.state === 'cancelled.open' ? due(after, 'reset due') : after)?.outcome).toBe(outcome);
  });
});
