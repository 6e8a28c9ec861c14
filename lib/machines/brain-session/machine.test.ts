import { describe, expect, test } from 'vitest';
import { edgesAround, nodesOf, pathOf } from '../testing/machine-graph.ts';
import type { ScriptedRun } from '../testing/scripted.ts';
import { interruptible } from './context.ts';
import { brainSessionEvents } from './events.ts';
import { brainSession } from './index.ts';
import {
  begun,
  checked,
  checks,
  committed,
  contextOf,
  created,
  deployed,
  deploys,
  dies,
  due,
  fails,
  inTurn,
  judge,
  judged,
  nonsense,
  play,
  refined,
  refused,
  replies,
  type Script,
  says,
  tell,
} from './testing/script.ts';

const states = (run: ScriptedRun) =>
  run.transitions.map(({ to }) => to.split('.')[0]).filter((to, at, all) => to !== all[at - 1]);
const endOf = (run: ScriptedRun) => brainSession.ending({ value: run.envelope.value, context: contextOf(run) });
const ci = { mode: 'ci' };
const unreadable = judge({ security: nonsense });
const message = { type: 'USER_MESSAGE', text: 'and count them' };
const send = { type: 'INSTRUCTION', answer: 'send', shown: 'i1', text: '' };
const verdict = { type: 'VERDICT', about: 'security', signal: 'no_issue', suggestion: '' };
const has = (signal: string) => judge({ function: judged(signal) });
const lintFails = checks({ lint: checked(false, 'lint') });
const testFails = checks({ test: checked(false, 'test') });

test('the straight path develops, reviews from four sides, lints, tests, commits and is done', () => {
  const asked: string[] = [];
  const run = play(begun(), {
    'judge-session': (start) => {
      asked.push((start.input as { about: string }).about);
      return judge({})(start);
    },
  });
  expect(states(run)).toEqual([
    'IDLE',
    'DEVELOPING',
    'REVIEWING',
    'LINTING',
    'TESTING',
    'COMMITTING',
    'COMPLETING',
    'DONE',
  ]);
  expect(asked).toEqual(['function', 'edges', 'security', 'performance', 'commit_message']);
  expect(endOf(run)).toEqual({ outcome: 'completed', exitCode: 0 });
});

describe('the matrix', () => {
  /** Of the design, with what it says in words beside it; COMPLETING is the work of its DONE. */
  const rows: Readonly<Record<string, readonly string[]>> = {
    IDLE: ['DEVELOPING'],
    DEVELOPING: ['REVIEWING', 'DONE'],
    REVIEWING: ['DEVELOPING', 'LINTING'],
    LINTING: ['DEVELOPING', 'TESTING', 'COMMITTING'],
    TESTING: ['DEVELOPING', 'COMMITTING', 'DONE'],
    COMMITTING: ['DEPLOYING', 'DONE'],
    DEPLOYING: ['DONE'],
    REFINING: ['DEVELOPING', 'DEPLOYING', ...interruptible],
  };
  const seen = new Map<string, Set<string>>();
  for (const node of nodesOf(brainSession.machine)) {
    const [from = ''] = node.path;
    for (const edge of edgesAround(node).filter(({ eventType }) => !eventType.startsWith('control.')))
      for (const target of edge.target ?? []) {
        const to = target.path[0] === 'COMPLETING' ? 'DONE' : (target.path[0] ?? '');
        if (to !== from) seen.set(from, (seen.get(from) ?? new Set()).add(to));
      }
  }
  const all = Object.keys(rows).filter((state) => state !== 'REFINING');
  test.each(all.flatMap((from) => [...all, 'DONE'].filter((to) => to !== from).map((to) => [from, to] as const)))(
    '%s -> %s',
    (from, to) => {
      expect(seen.get(from)?.has(to) ?? false).toBe(rows[from]?.includes(to) ?? false);
    },
  );

  test('every state that works takes a message into REFINING, and goes back where it came from', () => {
    expect([...(seen.get('REFINING') ?? [])].sort()).toEqual(
      [...interruptible.filter((to) => to !== 'COMPLETING'), 'DONE'].sort(),
    );
  });
});

describe('each row', () => {
  const rows: readonly [string, () => ScriptedRun, string][] = [
    ['IDLE, the task comes', () => begun(), 'DEVELOPING'],
    ['DEVELOPING, the reply is over', () => play(begun(), {}, 'REVIEWING'), 'REVIEWING.JUDGE'],
    [
      'DEVELOPING, the session dies',
      () => play(begun(), { 'work-in-session': inTurn(dies, replies()) }, 'REVIEWING'),
      'REVIEWING.JUDGE',
    ],
    [
      'DEVELOPING, the activity is lost',
      () => play(begun(), { 'work-in-session': inTurn(fails('ACTIVITY_LOST'), replies()) }, 'REVIEWING'),
      'REVIEWING.JUDGE',
    ],
    [
      'REVIEWING, has_issue',
      () => play(play(begun(), {}, 'REVIEWING'), { 'judge-session': has('has_issue') }, 'DEVELOPING'),
      'DEVELOPING',
    ],
    [
      'REVIEWING, ai_question',
      () => play(play(begun(), {}, 'REVIEWING'), { 'judge-session': has('ai_question') }, 'DEVELOPING'),
      'DEVELOPING',
    ],
    ['REVIEWING, the judge cannot be read', () => play(begun(), { 'judge-session': unreadable }), 'REVIEWING.PERSON'],
    ['REVIEWING, the judge fails', () => play(begun(), { 'judge-session': fails() }), 'REVIEWING.PERSON'],
    [
      'REVIEWING, a person decides',
      () => tell(play(begun(), { 'judge-session': unreadable }), verdict).run,
      'REVIEWING.JUDGE',
    ],
    [
      'REVIEWING, nobody decides in time',
      () => play(due(play(begun(), { 'judge-session': unreadable }), 'verdict due'), {}, 'DEVELOPING'),
      'DEVELOPING',
    ],
    [
      'LINTING, it fails',
      () => play(play(begun(), {}, 'LINTING'), { 'run-session-checks': lintFails }, 'DEVELOPING'),
      'DEVELOPING',
    ],
    [
      'LINTING, there is no test command',
      () => play(begun({ commands: { lint: 'make lint', test: null } }), {}, 'COMMITTING'),
      'COMMITTING.MESSAGE',
    ],
    [
      'LINTING, there is no lint command',
      () => play(begun({ commands: { lint: null, test: 'make test' } }), {}, 'TESTING'),
      'TESTING.RUN',
    ],
    [
      'TESTING, it fails',
      () => play(play(begun(), {}, 'TESTING'), { 'run-session-checks': testFails }, 'TESTING.JUDGE'),
      'TESTING.JUDGE',
    ],
    [
      'TESTING, the fault is told',
      () => play(play(begun(), {}, 'TESTING'), { 'run-session-checks': testFails }, 'DEVELOPING'),
      'DEVELOPING',
    ],
    [
      'COMMITTING, a hook refuses',
      () => play(begun(), { 'commit-work': refused('hook') }, 'COMMITTING.FIX'),
      'COMMITTING.FIX',
    ],
    [
      'COMMITTING, what is mended is checked again',
      () => play(play(begun(), { 'commit-work': refused('hook') }, 'COMMITTING.FIX'), {}, 'COMMITTING.CHECK'),
      'COMMITTING.CHECK',
    ],
    [
      'COMMITTING, a merge is checked again',
      () => play(begun(), { 'commit-work': committed({ merged: true }) }, 'COMMITTING.CHECK'),
      'COMMITTING.CHECK',
    ],
    ['COMMITTING, to be deployed', () => play(begun(deploys('always')), {}, 'DEPLOYING'), 'DEPLOYING.RUN'],
    ['COMMITTING, to be deployed when somebody asks', () => play(begun(deploys('asked'))), 'COMMITTING.OFFER'],
    [
      'DEPLOYING, it fails for good',
      () => play(begun(deploys('always')), { 'deploy-work': deployed(false) }, 'DEPLOYING.ROLL_BACK'),
      'DEPLOYING.ROLL_BACK',
    ],
    ['REFINING, shown', () => play(tell(begun(), message).run), 'REFINING.SHOW'],
    ['REFINING, sent', () => tell(play(tell(begun(), message).run), send).run, 'DEVELOPING'],
    [
      'REFINING, dropped',
      () => tell(play(tell(play(begun(), {}, 'TESTING'), message).run), { ...send, answer: 'drop' }).run,
      'TESTING.RUN',
    ],
    ['REFINING, nobody looks', () => due(play(tell(begun(), message).run), 'instruction due'), 'DEVELOPING'],
    [
      'REFINING, it cannot be rewritten',
      () => play(tell(begun(), message).run, { 'refine-message': fails() }),
      'REFINING.SHOW',
    ],
    ['REFINING, in ci it goes in at once', () => play(tell(begun(ci), message).run, {}, 'DEVELOPING'), 'DEVELOPING'],
    ['COMPLETING', () => play(begun()), 'DONE'],
    ['COMPLETING fails', () => play(begun(), { 'complete-session': fails() }), 'DONE'],
  ];
  test.each(rows)('%s', (_, make, state) => {
    expect(make().state).toBe(state);
  });
});

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

describe('what the table does not hold', () => {
  const taken: Readonly<Record<string, readonly string[]>> = {
    IDLE: ['INIT_PROMPT'],
    'REVIEWING.PERSON': ['VERDICT', 'TIMEOUT'],
    'TESTING.PERSON': ['TIMEOUT'],
    'COMMITTING.PERSON': ['TIMEOUT'],
    'COMMITTING.OFFER': ['TIMEOUT'],
    'REFINING.SHOW': ['INSTRUCTION', 'TIMEOUT'],
  };
  const outside = Object.keys(brainSessionEvents).filter((type) => !/^control\.|^USER_MESSAGE$/.test(type));
  test.each(everyState().flatMap(([state, run]) => outside.map((type) => [state, type, run] as const)))(
    '%s and %s',
    (state, type, run) => {
      const { fate, run: after } = tell(run, { ...send, ...verdict, type });
      const isTaken = taken[state]?.includes(type) ?? false;
      expect(fate).toBe(isTaken ? 'applied' : 'refused');
      if (!isTaken) expect(after).toBe(run);
    },
  );
});

/** A run in each state that stands still or works. */
function everyState(): readonly (readonly [string, ScriptedRun])[] {
  const failing = play(begun(), {}, 'TESTING');
  const rows: readonly (readonly [string, ScriptedRun])[] = [
    ['IDLE', created()],
    ['DEVELOPING', begun()],
    ['REVIEWING.JUDGE', play(begun(), {}, 'REVIEWING')],
    ['REVIEWING.PERSON', play(begun(), { 'judge-session': unreadable })],
    ['REVIEWING.STAND_IN', play(begun(ci), { 'judge-session': unreadable }, 'REVIEWING.STAND_IN')],
    ['LINTING.RUN', play(begun(), {}, 'LINTING')],
    ['TESTING.RUN', failing],
    ['TESTING.JUDGE', play(failing, { 'run-session-checks': testFails }, 'TESTING.JUDGE')],
    ['TESTING.PERSON', play(failing, { 'run-session-checks': testFails, 'judge-session': nonsense })],
    ['COMMITTING.MESSAGE', play(begun(), {}, 'COMMITTING.MESSAGE')],
    ['COMMITTING.JUDGE', play(begun(), {}, 'COMMITTING.JUDGE')],
    ['COMMITTING.PERSON', play(begun(), { 'judge-session': judge({ commit_message: nonsense }) })],
    ['COMMITTING.COMMIT', play(begun(), {}, 'COMMITTING.COMMIT')],
    ['COMMITTING.FIX', play(begun(), { 'commit-work': refused('conflict') }, 'COMMITTING.FIX')],
    ['COMMITTING.CHECK', play(begun(), { 'commit-work': committed({ merged: true }) }, 'COMMITTING.CHECK')],
    ['COMMITTING.OFFER', play(begun(deploys('asked')))],
    ['DEPLOYING.RUN', play(begun(deploys('always')), {}, 'DEPLOYING')],
    ['DEPLOYING.ROLL_BACK', play(begun(deploys('always')), { 'deploy-work': deployed(false) }, 'DEPLOYING.ROLL_BACK')],
    ['REFINING.REWRITE', tell(begun(), message).run],
    ['REFINING.SHOW', play(tell(begun(), message).run)],
    ['COMPLETING', play(begun(), {}, 'COMPLETING')],
    ['DONE', play(begun())],
  ];
  for (const [state, run] of rows) if (run.state !== state) throw new Error(`${run.state} instead of ${state}`);
  return rows;
}

test('every state that works or waits is tried with every event', () => {
  const tried = new Set(everyState().map(([state]) => state));
  const passing = nodesOf(brainSession.machine).filter((node) => (node.always ?? []).length > 0);
  const left = Object.keys(brainSession.view).filter(
    (path) => !tried.has(path) && !passing.some((node) => pathOf(node) === path),
  );
  expect(left.filter((path) => !path.endsWith('STAND_IN'))).toEqual([]);
});
