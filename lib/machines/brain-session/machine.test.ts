import { describe, expect, test } from 'vitest';
import { edgesAround, nodesOf, pathOf } from '../testing/machine-graph.ts';
import type { ScriptedRun } from '../testing/scripted.ts';
import { interruptible } from './context.ts';
import { brainSessionEvents } from './events.ts';
import { brainSession } from './index.ts';
import { everyState } from './testing/every-state.ts';
import {
  begun,
  ci,
  committed,
  deployed,
  deploys,
  dies,
  due,
  endOf,
  fails,
  has,
  inTurn,
  judge,
  lintFails,
  message,
  play,
  refused,
  replies,
  send,
  states,
  tell,
  testFails,
  unreadable,
  verdict,
} from './testing/script.ts';

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

test('every state that works or waits is tried with every event', () => {
  const tried = new Set(everyState().map(([state]) => state));
  const passing = nodesOf(brainSession.machine).filter((node) => (node.always ?? []).length > 0);
  const left = Object.keys(brainSession.view).filter(
    (path) => !tried.has(path) && !passing.some((node) => pathOf(node) === path),
  );
  expect(left.filter((path) => !path.endsWith('STAND_IN'))).toEqual([]);
});
