import { describe, expect, test } from 'vitest';
import type { ScriptedRun } from '../testing/scripted.ts';
import { prdAgentEvents } from './events.ts';
import {
  asked,
  confirmed,
  contextOf,
  created,
  endOf,
  fails,
  inTurn,
  outline,
  play,
  type Script,
  says,
  statesOf,
  tell,
  verified,
} from './testing/script.ts';

const broken: Script = { 'verify-prd': verified(false) };
const top = (run: ScriptedRun) => run.state.split('.')[0];
const reasons = (run: ScriptedRun) => run.transitions.map(({ reason }) => reason).join('\n');

test('a requirement becomes a document, its tasks are confirmed, carried out, verified and archived, and it is IDLE again', () => {
  const run = confirmed();
  expect(statesOf(run)).toEqual(['IDLE', 'PLANNING', 'CONFIRMING', 'EXECUTING', 'ARCHIVING', 'IDLE']);
  expect(run.state).toBe('IDLE.ARCHIVED');
  expect(endOf(run)).toEqual({ outcome: 'archived', exitCode: 0 });
  expect(contextOf(run).statuses).toEqual(['done', 'done']);
});

describe('the table', () => {
  /** Trigger, source and target as the design spells them, and below them what this project adds. */
  const rows: readonly [trigger: string, from: () => ScriptedRun, to: string, (run: ScriptedRun) => ScriptedRun][] = [
    ['USER_INPUT_REQUIREMENT', () => created(), 'PLANNING', (run) => tell(run, { type: 'USER_INPUT_REQUIREMENT' }).run],
    ['PRD_GENERATED', () => play(asked(), {}, 'PLANNING.DRAFT'), 'CONFIRMING', (run) => play(run, {}, 'CONFIRMING')],
    [
      'USER_CONFIRM',
      () => play(asked()),
      'EXECUTING',
      (run) => tell(run, { type: 'USER_CONFIRM', prdId: 'prd-1' }).run,
    ],
    ['USER_CANCEL', () => play(asked()), 'IDLE', (run) => tell(run, { type: 'USER_CANCEL' }).run],
    ['USER_CANCEL', () => play(asked(), {}, 'PLANNING.DRAFT'), 'IDLE', (run) => tell(run, { type: 'USER_CANCEL' }).run],
    ['ERROR_DETECTED', () => confirmed({}, 'EXECUTING.VERIFY'), 'AUTO_FIX', (run) => play(run, broken, 'AUTO_FIX')],
    ['FIX_SUCCESS', () => confirmed(broken, 'AUTO_FIX.VERIFY'), 'EXECUTING', (run) => play(run, {}, 'EXECUTING')],
    ['FIX_FAILED_3X', () => confirmed(broken, 'AUTO_FIX.VERIFY'), 'BLOCKED', (run) => play(run, broken, 'BLOCKED')],
    [
      'HUMAN_INTERVENTION',
      () => confirmed(broken),
      'EXECUTING',
      (run) => tell(run, { type: 'HUMAN_INTERVENTION', text: 'use 16 bits' }).run,
    ],
    ['ROLLBACK', () => confirmed(broken), 'IDLE', (run) => tell(run, { type: 'ROLLBACK' }).run],
    ['ALL_TASKS_DONE', () => confirmed({}, 'EXECUTING.VERIFY'), 'ARCHIVING', (run) => play(run, {}, 'ARCHIVING')],
    ['ARCHIVE_COMPLETE', () => confirmed({}, 'ARCHIVING.KEEP'), 'IDLE', (run) => play(run, {}, 'IDLE')],
    ['FORCE_STOP', () => confirmed(broken, 'AUTO_FIX.FIX'), 'BLOCKED', (run) => tell(run, { type: 'FORCE_STOP' }).run],
    ['SKIP', () => confirmed(broken), 'EXECUTING', (run) => tell(run, { type: 'SKIP' }).run],
    [
      'USER_MODIFY',
      () => play(asked()),
      'PLANNING',
      (run) => tell(run, { type: 'USER_MODIFY', prdId: 'prd-1', change: 'one task only' }).run,
    ],
  ];
  test.each(rows)(
    '%s leads from its source to its target, and the reason begins with it',
    (trigger, from, to, take) => {
      const before = from();
      const after = take(before);
      expect(top(after)).toBe(to);
      const taken = after.transitions.slice(before.transitions.length);
      expect(taken.find(({ reason }) => reason.startsWith(`${trigger}: `))?.to.split('.')[0]).toBe(to);
    },
  );

  test('three failures of the planning end in IDLE with the reason', () => {
    const run = play(asked(), { 'draft-prd': fails('E_MODEL') });
    expect(run.state).toBe('IDLE.FAILED');
    expect(endOf(run)).toEqual({ outcome: 'failed', exitCode: 1 });
    expect(contextOf(run).reason).toMatch(/planning failed 3 times.*E_MODEL: it broke/);
  });

  test('two failures of the planning are forgiven', () => {
    const draft = inTurn(fails('E_MODEL'), fails('E_MODEL'), says(outline as never));
    expect(play(asked(), { 'draft-prd': draft }).state).toBe('CONFIRMING.OPEN');
  });

  test('three failures of the archiving block it; skipping tries again and loses no task', () => {
    const archive = inTurn(fails(), fails(), fails(), says({ commit: 'a1', summary: 'kept', evidence: [] }));
    const stuck = confirmed({ 'archive-prd': archive });
    expect(stuck.state).toBe('BLOCKED.OPEN');
    const run = play(tell(stuck, { type: 'SKIP' }).run, { 'archive-prd': archive });
    expect(endOf(run)?.outcome).toBe('archived');
    expect(contextOf(run).statuses).toEqual(['done', 'done']);
  });

  test('a task whose fixes help and break again is blocked after ten of them', () => {
    // The fix passes alone, and the whole fails each time.
    const verify = (_: ScriptedRun, { input }: { input: unknown }) =>
      Reflect.get(Object(input), 'only') === null ? verified(false)() : verified(true, false)();
    const run = confirmed({ 'verify-prd': verify });
    expect(run.state).toBe('BLOCKED.OPEN');
    expect(run.transitions.filter(({ to }) => to === 'AUTO_FIX.FIX')).toHaveLength(10);
    expect(reasons(run)).toMatch(/breaks again after 10 fixes/);
  });
});

describe('what the table does not hold', () => {
  const taken: Readonly<Record<string, readonly string[]>> = {
    IDLE: ['USER_INPUT_REQUIREMENT'],
    PLANNING: ['USER_CANCEL'],
    CONFIRMING: ['USER_CONFIRM', 'USER_CANCEL', 'USER_MODIFY'],
    AUTO_FIX: ['FORCE_STOP'],
    BLOCKED: ['HUMAN_INTERVENTION', 'SKIP', 'ROLLBACK'],
  };
  /** Found by measuring: nobody can claim them. */
  const measured = [
    'PRD_GENERATED',
    'ERROR_DETECTED',
    'FIX_SUCCESS',
    'FIX_FAILED_3X',
    'ALL_TASKS_DONE',
    'ARCHIVE_COMPLETE',
  ];
  const outside = Object.keys(prdAgentEvents).filter((type) => !/^control\.|UPDATE_PROGRESS/.test(type));
  const pairs = everyState().flatMap(([state, run]) =>
    [...outside, ...measured].map((type) => [state, type, run] as const),
  );
  test.each(pairs)('%s and %s', (state, type, run) => {
    const { fate, run: after } = tell(run, { type, prdId: 'prd-1', change: 'x', text: 'x' });
    const own = state === 'IDLE.READY' || !state.startsWith('IDLE') ? (taken[state.split('.')[0] ?? ''] ?? []) : [];
    const waits = type === 'TIMEOUT' && state.endsWith('.OPEN');
    const isTaken = own.includes(type) || waits;
    expect(fate).toBe(isTaken ? 'applied' : 'refused');
    if (!isTaken) expect(after).toBe(run);
  });

  test.each(everyState())('progress is reported in %s, and moves nothing', (state, run) => {
    const { fate, run: after } = tell(run, { type: 'UPDATE_PROGRESS', note: 'half way', percent: 50, status: 'done' });
    const isOver = state.startsWith('IDLE.') && state !== 'IDLE.READY';
    expect(fate).toBe(isOver ? 'refused' : 'applied');
    expect(after.state).toBe(run.state);
    expect(contextOf(after).statuses).toEqual(contextOf(run).statuses);
    if (!isOver) expect(after.records.at(-1)).toMatchObject({ kind: 'progress', data: { by: 'ada', percent: 50 } });
  });

  test('progress of a task that the document does not have is refused', () => {
    expect(tell(play(asked()), { type: 'UPDATE_PROGRESS', task: 'T9' }).fate).toBe('refused');
    expect(tell(play(asked()), { type: 'UPDATE_PROGRESS', task: 'T2' }).fate).toBe('applied');
  });
});

/** A run in each state that stands still or works. */
function everyState(): readonly (readonly [string, ScriptedRun])[] {
  const stuck = confirmed(broken);
  const runs = [
    created(),
    asked(),
    play(asked(), {}, 'PLANNING.DRAFT'),
    play(asked(), {}, 'CONFIRMING.NOTE'),
    play(asked()),
    play(asked({ mode: 'ci' }), {}, 'CONFIRMING.ASK'),
    ...['NOTE', 'RUN', 'VERIFY', 'CHECKPOINT'].map((state) => confirmed({}, `EXECUTING.${state}`)),
    play(tell(stuck, { type: 'HUMAN_INTERVENTION', text: 'x' }).run, {}, 'EXECUTING.MEND'),
    play(tell(stuck, { type: 'SKIP' }).run, {}, 'EXECUTING.DROP'),
    ...['NOTE', 'FIX', 'VERIFY'].map((state) => confirmed(broken, `AUTO_FIX.${state}`)),
    confirmed(broken, 'BLOCKED.NOTE'),
    stuck,
    play(asked({ mode: 'ci' }), broken, 'BLOCKED.ASK'),
    ...['NOTE', 'KEEP'].map((state) => confirmed({}, `ARCHIVING.${state}`)),
    tell(stuck, { type: 'ROLLBACK' }).run,
    play(tell(stuck, { type: 'ROLLBACK' }).run, {}, 'IDLE.NOTE'),
    confirmed(),
  ];
  return runs.map((run) => [run.state, run] as const);
}
