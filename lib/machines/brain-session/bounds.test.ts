import { describe, expect, test } from 'vitest';
import type { ScriptedRun } from '../testing/scripted.ts';
import { everyState } from './testing/every-state.ts';
import {
  begun,
  ci,
  contextOf,
  deployed,
  deploys,
  dies,
  due,
  endOf,
  has,
  judge,
  judged,
  lintFails,
  message,
  nonsense,
  play,
  refined,
  refused,
  type Script,
  says,
  send,
  states,
  tell,
  testFails,
} from './testing/script.ts';

describe('limits', () => {
  const turns = (run: ScriptedRun) => run.transitions.filter(({ to }) => to === 'DEVELOPING').length;

  test.each<[string, Script, number, string, RegExp]>([
    [
      'five corrections of a review, then on to LINTING',
      { 'judge-session': has('has_issue') },
      6,
      'completed with warning',
      /moved on to LINTING by force/,
    ],
    [
      'five answered questions, then on to LINTING',
      { 'judge-session': has('ai_question') },
      6,
      'completed with warning',
      /still asks .* by force/,
    ],
    [
      'three fixes of lint, then on to TESTING',
      { 'run-session-checks': lintFails },
      4,
      'completed with warning',
      /lint is skipped by force/,
    ],
    [
      'three fixes of tests, then done',
      { 'run-session-checks': testFails },
      4,
      'completed with warning',
      /the tests still fail/,
    ],
    [
      'two retries of a commit, then not committed',
      { 'commit-work': refused('hook') },
      1,
      'completed with warning',
      /a hook, after 2 retries/,
    ],
    [
      'two retries of a message, then not committed',
      { 'judge-session': judge({ commit_message: judged('has_issue') }) },
      1,
      'completed with warning',
      /no message .* after 2 retries/,
    ],
    [
      'two retries of a deployment, then rolled back',
      { 'deploy-work': (start) => deployed((start.input as { what: string }).what === 'roll-back')() },
      1,
      'completed with warning',
      /after 2 retries: rolled back/,
    ],
    [
      'a roll back that fails too',
      { 'deploy-work': deployed(false) },
      1,
      'completed with warning',
      /and so did its roll back/,
    ],
    ['a session that dies twice', { 'work-in-session': dies }, 2, 'completed with warning', /the session died again/],
    [
      'nothing to commit',
      { 'commit-work': says({ outcome: 'nothing', reason: 'nothing was changed' }) },
      1,
      'completed with warning',
      /nothing was changed/,
    ],
  ])('%s', (_, script, developed, outcome, reason) => {
    const run = play(begun({ ...ci, ...deploys('always') }), script);
    expect(endOf(run)).toEqual({ outcome, exitCode: 0 });
    expect(turns(run)).toBe(developed);
    expect(run.transitions.at(-1)?.reason).toContain(contextOf(run).warnings[0]);
    expect(run.transitions.map((one) => one.reason).join('\n')).toMatch(reason);
  });

  test('a message of a person that asks for more begins the counts anew', () => {
    const run = play(begun(), { 'judge-session': has('has_issue') }, 'LINTING');
    expect(contextOf(run).retries.review).toBe(5);
    const more = play(tell(run, message).run, { 'refine-message': refined('develop') });
    expect(contextOf(tell(more, send).run).retries.review).toBe(0);
  });

  test('limits are changed while it goes on, and a change of nothing is refused', () => {
    const { run } = tell(begun(), { type: 'control.limits', changes: { retries: { review: 1 } } });
    expect(contextOf(run).settings.limits.retries).toMatchObject({ review: 1, lint: 3 });
    expect(tell(run, { type: 'control.limits', changes: {} }).fate).toBe('refused');
  });
});

describe('a judge that answers nonsense', () => {
  const about = (subject: string) => judge({ [subject]: nonsense });

  test.each(['function', 'edges', 'security', 'performance'])('never skips the side %s', (side) => {
    const run = play(begun(ci), { 'judge-session': about(side) }, 'LINTING');
    expect(contextOf(run).retries.review).toBe(5);
    expect(run.transitions.filter(({ to }) => to === 'REVIEWING.STAND_IN')).toHaveLength(6);
    expect(contextOf(run).warnings).toHaveLength(1);
  });

  test('is asked again twice before anybody else is', () => {
    const run = play(begun(), { 'judge-session': about('edges') });
    expect(run.state).toBe('REVIEWING.PERSON');
    expect(run.transitions.filter(({ reason }) => /cannot be used, asked again/.test(reason))).toHaveLength(2);
  });

  test('does not get a bad message committed', () => {
    const run = play(begun(ci), { 'judge-session': about('commit_message') });
    expect(run.transitions.some(({ to }) => to === 'COMMITTING.COMMIT')).toBe(false);
    expect(endOf(run)?.outcome).toBe('completed with warning');
  });

  test('is not taken at its word when its signal does not answer the question', () => {
    const run = play(begun(), { 'judge-session': judge({ function: judged('code_fault') }) });
    expect(run.state).toBe('REVIEWING.PERSON');
  });

  test('is stood in for by the playbook where nobody is waited for', () => {
    const stand = says({ signal: 'no_issue', reason: 'looked at it' });
    const run = play(begun(ci), { 'judge-session': about('security'), 'stand-in-for-judge': stand });
    expect(endOf(run)).toEqual({ outcome: 'completed', exitCode: 0 });
  });
});

describe('a deployment that a person asks for', () => {
  const deploy = { 'refine-message': refined('deploy') };
  const asks = (run: ScriptedRun) => play(tell(run, { ...message, text: 'deploy it' }).run, deploy, run.state);

  test.each([
    [
      'before the checks have passed',
      () => play(begun(deploys('asked')), {}, 'TESTING'),
      /tests, commit still to come/,
    ],
    ['where there is no command for it', () => play(begun(), {}, 'TESTING'), /names no deploy command/],
    ['while the session works', () => begun(deploys('always')), /lint, tests, commit still to come/],
  ])('%s is refused with the reason, and it goes on where it was', (_, make, reason) => {
    const run = make();
    const after = asks(run);
    expect(after.state.split('.')[0]).toBe(run.state.split('.')[0]);
    expect(after.transitions.map((one) => one.reason).join('\n')).toMatch(reason);
    expect(contextOf(after).refinement).toBeNull();
  });

  test('once everything is committed is shown and then done', () => {
    const offered = play(begun(deploys('asked')));
    const shown = play(tell(offered, { ...message, text: 'deploy it' }).run, deploy);
    expect(shown.state).toBe('REFINING.SHOW');
    const run = play(tell(shown, send).run);
    expect(endOf(run)).toEqual({ outcome: 'completed', exitCode: 0 });
    expect(states(run)).toContain('DEPLOYING');
  });

  test('is not done when nobody says yes to it in time', () => {
    const shown = play(tell(play(begun(deploys('asked'))), { ...message, text: 'deploy it' }).run, deploy);
    const after = due(shown, 'instruction due');
    expect(after.state).toBe('COMMITTING.OFFER');
    expect(after.records.at(-1)).toMatchObject({ kind: 'withdrawn' });
  });

  test('is not done where nobody is waited for', () => {
    const ending = play(begun({ ...ci, ...deploys('asked') }), {}, 'COMPLETING');
    const run = play(tell(ending, { ...message, text: 'deploy it' }).run, deploy);
    expect(endOf(run)).toEqual({ outcome: 'completed', exitCode: 0 });
    expect(states(run)).not.toContain('DEPLOYING');
  });

  test('and that nobody asks for does not happen', () => {
    const run = play(due(play(begun(deploys('asked'))), 'deployment due'));
    expect(endOf(run)).toEqual({ outcome: 'completed', exitCode: 0 });
    expect(states(run)).not.toContain('DEPLOYING');
  });
});

describe('a message', () => {
  test.each(
    everyState().filter(
      ([state]) => !['COMMITTING.COMMIT', 'DEPLOYING.RUN', 'DEPLOYING.ROLL_BACK', 'DONE'].includes(state),
    ),
  )('in %s is refined, and with no more to it the session goes on there', (state, run) => {
    const { run: refining } = tell(run, message);
    expect(refining.state).toBe('REFINING.REWRITE');
    if (state.startsWith('REFINING')) return;
    const [top = ''] = state.split('.');
    const shown = play(refining, {}, top);
    const back = shown.state === 'REFINING.SHOW' ? tell(shown, send).run : shown;
    expect(back.state.split('.')[0]).toBe(top);
  });

  test('is told with the next turn, and so are those that came while it was rewritten', () => {
    const twice = tell(tell(begun(), message).run, { ...message, text: 'and name them' }).run;
    const [start] = tell(play(twice), send).run.pending;
    expect(start?.input).toMatchObject({ instructions: { after: 0, to: 2 }, cutOff: true });
  });

  test('that was changed before it goes in is told as it was changed', () => {
    const shown = play(tell(begun(), message).run);
    const { run } = tell(shown, { ...send, text: 'Count them twice.' });
    expect(run.records.filter(({ kind }) => kind === 'instruction').at(-1)?.data).toMatchObject({
      text: 'Count them twice.',
    });
  });

  test('is not sent by a yes to another instruction than the one shown', () => {
    expect(tell(play(tell(begun(), message).run), { ...send, shown: 'i0' }).fate).toBe('refused');
  });
});

test('a message during a commit or a deployment waits for its end', () => {
  for (const [state, run] of everyState().filter(([name]) => /COMMIT$|DEPLOYING/.test(name)))
    expect(tell(run, message).fate, state).toBe('pending');
});

test('an abort is summed up from everywhere and ends as aborted', () => {
  for (const [state, run] of everyState().filter(([name]) => name !== 'DONE')) {
    const aborted = tell(run, { type: 'control.abort', reason: 'enough' }).run;
    expect(endOf(play(aborted)), state).toEqual({ outcome: 'aborted', exitCode: 3 });
  }
});
