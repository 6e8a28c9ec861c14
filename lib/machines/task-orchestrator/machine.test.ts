import { describe, expect, test } from 'vitest';
import { askingOf } from '#lib/tasks/asking.ts';
import { errorCodes } from '#lib/tasks/error-codes.ts';
import type { ScriptedRun } from '../testing/scripted.ts';
import { taskOrchestratorEvents } from './events.ts';
import { taskOrchestrator } from './index.ts';
import {
  asked,
  contextOf,
  created,
  due,
  fails,
  outline,
  planned,
  play,
  type Script,
  says,
  tell,
  used,
  verified,
} from './testing/script.ts';

const calmPermissions = { write: 'allow', delete: 'allow', execute: 'allow' };
const asksToRun = { permissions: { ...calmPermissions, execute: 'ask' } };
const ownCommands = {
  steps: outline.steps.slice(0, 1),
  verification: { mode: 'custom', required: true, own: 2 },
} as const;
const summedUp = { summary: 'the filter is mended', commit: 'c1', files: 1, trouble: null, evidence: [] };
const notKept = { ...summedUp, commit: null, trouble: 'git could not commit it: index.lock is there' };
const asking = { permissions: { write: 'ask', delete: 'ask', execute: 'ask' } };
const unclear = says({ intent: 'mend', denied: [], risk: 'low', questions: ['Which filter?'] });
const onlyFirst = (answer: ReturnType<typeof says>, then: ReturnType<typeof says>) => {
  let first = true;
  return () => {
    const given = first ? answer() : then();
    first = false;
    return given;
  };
};
const states = (run: ScriptedRun) =>
  run.transitions.map(({ to }) => to.split('.')[0]).filter((to, at, all) => to !== all[at - 1]);
const endOf = (run: ScriptedRun) => taskOrchestrator.ending({ value: run.envelope.value, context: contextOf(run) });
const yes = { type: 'CONFIRM', answer: 'yes', scope: 'step', planId: 'plan-1' };
const no = { ...yes, answer: 'no' };

describe('the straight path', () => {
  test('takes in, gathers, plans, executes, verifies and sums up', () => {
    const run = play(asked());
    expect(states(run)).toEqual([
      'IDLE',
      'INTAKE',
      'CONTEXT_BUILDING',
      'PLANNING',
      'EXECUTING',
      'VERIFYING',
      'SUMMARIZING',
      'DONE',
    ]);
    expect(endOf(run)).toEqual({ outcome: 'completed', exitCode: 0 });
    expect(contextOf(run).statuses).toEqual(['done', 'done']);
  });

  test('uses read tools by one activity and tools that change by another, in the order of the plan', () => {
    const calls: string[] = [];
    const note = (name: string) => () => {
      calls.push(name);
      return used(true)();
    };
    play(asked(), { 'use-read-tool': note('read'), 'use-tool': note('use') });
    expect(calls).toEqual(['read', 'use', 'use']);
  });
});

describe('each row', () => {
  const rows: readonly [string, () => ScriptedRun, string][] = [
    ['INTAKE, something is unclear', () => play(asked(), { 'take-in-request': unclear }), 'CLARIFYING.OPEN'],
    [
      'INTAKE, something is not allowed',
      () =>
        play(
          asked(),
          { 'take-in-request': says({ intent: 'x', denied: ['network'], risk: 'high', questions: [] }) },
          'SUMMARIZING',
        ),
      'SUMMARIZING',
    ],
    ['INTAKE fails', () => play(asked(), { 'take-in-request': fails('E_MODEL') }, 'SUMMARIZING'), 'SUMMARIZING'],
    [
      'CLARIFYING, answered',
      () =>
        tell(play(asked(), { 'take-in-request': unclear }), { type: 'CLARIFICATION_ANSWER', text: 'The fast one.' })
          .run,
      'INTAKE',
    ],
    [
      'CLARIFYING, no answer in time',
      () => due(play(asked(), { 'take-in-request': unclear }), 'answer due'),
      'SUMMARIZING',
    ],
    [
      'CONTEXT_BUILDING fails',
      () =>
        play(
          asked(),
          {
            'gather-context': onlyFirst(
              fails(),
              says({ files: 1, symbols: 1, hits: 0, searchedWith: 'grep', evidence: [] }),
            ),
          },
          'PLANNING',
        ),
      'PLANNING',
    ],
    [
      'PLANNING, something needs a yes',
      () => play(asked(asking), { 'draft-plan': planned({ steps: outline.steps.slice(1) }) }),
      'AWAITING_CONFIRMATION.OPEN',
    ],
    ['EXECUTING, a later step needs a yes', () => play(asked(asking)), 'AWAITING_CONFIRMATION.OPEN'],
    ['AWAITING_CONFIRMATION, yes', () => tell(play(asked(asking)), yes).run, 'EXECUTING.USE'],
    ['AWAITING_CONFIRMATION, a first no', () => tell(play(asked(asking)), no).run, 'PLANNING'],
    ['AWAITING_CONFIRMATION, a second no', () => tell(play(tell(play(asked(asking)), no).run), no).run, 'SUMMARIZING'],
    [
      'AWAITING_CONFIRMATION, no answer in time counts as no',
      () => due(play(asked(asking)), 'confirmation due'),
      'PLANNING',
    ],
    [
      'AWAITING_CONFIRMATION, the plan is edited',
      () =>
        tell(play(asked(asking)), {
          type: 'PLAN_EDITED',
          planId: 'plan-1',
          plan: { ...outline, planId: 'plan-2' } as never,
        }).run,
      'EXECUTING.READ',
    ],
    [
      'AWAITING_CONFIRMATION, undone',
      () => play(tell(play(asked(asking)), { type: 'UNDO', planId: 'plan-1', step: 0 }).run, {}, 'PLANNING'),
      'PLANNING',
    ],
    [
      'AWAITING_CONFIRMATION, nothing to undo',
      () =>
        play(tell(play(asked(asking)), { type: 'UNDO', planId: 'plan-1' }).run, {
          'undo-writes': says({ ok: true, files: 0, reason: 'nothing was written' }),
        }),
      'AWAITING_CONFIRMATION.OPEN',
    ],
    [
      'AWAITING_CONFIRMATION, the undoing fails',
      () => play(tell(play(asked(asking)), { type: 'UNDO', planId: 'plan-1' }).run, { 'undo-writes': fails() }),
      'AWAITING_CONFIRMATION.OPEN',
    ],
    [
      "VERIFYING, the plan's own commands need a yes",
      () => play(asked(asksToRun), { 'draft-plan': planned(ownCommands) }),
      'AWAITING_CONFIRMATION.OPEN',
    ],
    [
      "VERIFYING, a yes to the plan's own commands",
      () => {
        const script = { 'draft-plan': planned(ownCommands) };
        return play(tell(play(asked(asksToRun), script), yes).run, script, 'VERIFYING');
      },
      'VERIFYING.RUN',
    ],
    [
      "VERIFYING, the plan's own commands are denied",
      () =>
        play(
          asked({ permissions: { ...calmPermissions, execute: 'deny' } }),
          { 'draft-plan': planned(ownCommands) },
          'RECOVERING',
        ),
      'RECOVERING.REPAIR',
    ],
    ['EXECUTING, a step fails', () => play(asked(), { 'use-tool': used(false) }, 'RECOVERING'), 'RECOVERING.REPAIR'],
    ['VERIFYING fails', () => play(asked(), { 'verify-task': verified(false) }, 'RECOVERING'), 'RECOVERING.REPAIR'],
    [
      'RECOVERING, a fix',
      () => play(play(asked(), { 'use-tool': used(false) }, 'RECOVERING'), {}, 'EXECUTING'),
      'EXECUTING.USE',
    ],
    [
      'RECOVERING, back to before the step',
      () =>
        play(
          play(asked(), { 'use-tool': used(false) }, 'RECOVERING'),
          { 'draft-repair': says({ outcome: 'roll-back', reason: 'wrong way' }) },
          'PLANNING',
        ),
      'PLANNING',
    ],
    [
      'RECOVERING, planned anew',
      () =>
        play(
          play(asked(), { 'use-tool': used(false) }, 'RECOVERING'),
          { 'draft-repair': says({ outcome: 'replan', reason: 'another way' }) },
          'PLANNING',
        ),
      'PLANNING',
    ],
    [
      'RECOVERING, blocked',
      () =>
        play(
          play(asked(), { 'use-tool': used(false) }, 'RECOVERING'),
          { 'draft-repair': says({ outcome: 'blocked', reason: 'no way' }) },
          'SUMMARIZING',
        ),
      'SUMMARIZING',
    ],
    [
      'RECOVERING, the roll back fails',
      () =>
        play(
          play(asked(), { 'use-tool': used(false) }, 'RECOVERING'),
          {
            'draft-repair': says({ outcome: 'roll-back', reason: 'x' }),
            'undo-writes': says({ ok: false, files: 0, reason: 'changed by hand' }),
          },
          'SUMMARIZING',
        ),
      'SUMMARIZING',
    ],
    ['SUMMARIZING', () => play(asked()), 'DONE'],
    [
      'SUMMARIZING fails once',
      () => {
        const answer = onlyFirst(fails('ACTIVITY_LOST'), says(summedUp));
        return play(asked(), { 'summarise-task': answer });
      },
      'DONE',
    ],
    ['SUMMARIZING fails', () => play(asked(), { 'summarise-task': fails() }), 'DONE'],
    ['SUMMARIZING cannot keep it', () => play(asked(), { 'summarise-task': says(notKept) }), 'DONE'],
  ];
  test.each(rows)('%s', (_, make, state) => {
    expect(make().state).toBe(state);
  });

  test('every reason is a sentence', () => {
    for (const [, make] of rows) for (const { reason } of make().transitions) expect(reason.length).toBeGreaterThan(3);
  });
});

describe('ends', () => {
  test.each<[string, Script, object, string, number]>([
    [
      'what is not required and fails is a warning',
      {
        'verify-task': verified(false),
        'draft-plan': planned({ verification: { mode: 'lint', required: false, own: 0 } }),
      },
      {},
      'completed',
      0,
    ],
    [
      'a plan without verification is done with its steps',
      { 'draft-plan': planned({ verification: { mode: 'none', required: false, own: 0 } }) },
      {},
      'completed',
      0,
    ],
    ['a step that fails for ever is blocked', { 'use-tool': used(false) }, {}, 'blocked', 1],
    ['a verification that fails for ever is blocked', { 'verify-task': verified(false) }, {}, 'blocked', 1],
    [
      'planning anew for ever is blocked',
      { 'verify-task': verified(false), 'draft-repair': says({ outcome: 'replan', reason: 'again' }) },
      {},
      'blocked',
      1,
    ],
    ['context that fails for ever is blocked', { 'gather-context': fails() }, {}, 'blocked', 1],
    ['a plan that fails for ever is blocked', { 'draft-plan': fails('E_MODEL') }, {}, 'blocked', 1],
    ['what the project denies is blocked', {}, { permissions: { write: 'deny' } }, 'blocked', 1],
    ['what could not be kept is no success', { 'summarise-task': says(notKept) }, {}, 'blocked', 1],
    ['what was never summed up is no success', { 'summarise-task': fails('ACTIVITY_LOST') }, {}, 'blocked', 1],
    [
      'a summary that is cut off is made again',
      { 'summarise-task': onlyFirst(fails('ACTIVITY_LOST'), says(summedUp)) },
      {},
      'completed',
      0,
    ],
    [
      'in ci the playbook clarifies',
      { 'take-in-request': onlyFirst(unclear, says({ intent: 'x', denied: [], risk: 'low', questions: [] })) },
      { mode: 'ci' },
      'completed',
      0,
    ],
    [
      'in ci a question without an answer is blocked',
      {
        'take-in-request': unclear,
        'answer-for-person': says({ answered: false, answer: '', reason: 'no step left' }),
      },
      { mode: 'ci' },
      'blocked',
      1,
    ],
    ['two rounds of questions are enough', { 'take-in-request': unclear }, { mode: 'ci' }, 'blocked', 1],
    ['in ci the playbook says yes', {}, { ...asking, mode: 'ci' }, 'completed', 0],
    [
      'in ci without an answer it is no',
      { 'answer-for-person': says({ answered: false, answer: '', reason: 'no step left' }) },
      { ...asking, mode: 'ci' },
      'cancelled',
      1,
    ],
  ])('%s', (_, script, input, outcome, exitCode) => {
    expect(endOf(play(asked(input), script))).toEqual({ outcome, exitCode });
  });

  test.each(Array.from(new Set([...everyState().map(([state]) => state)])))('CANCEL in %s is summed up', (state) => {
    const run = everyState().find(([name]) => name === state)?.[1];
    if (run === undefined) throw new Error(state);
    const cancelled = tell(run, { type: 'CANCEL', reason: 'changed my mind' });
    if (state === 'SUMMARIZING' || state === 'DONE') return expect(cancelled.fate).toBe('refused');
    expect(cancelled.run.state).toBe('SUMMARIZING');
    expect(endOf(play(cancelled.run))).toEqual({ outcome: 'cancelled', exitCode: 1 });
  });

  test('of a blocked task the step in the way is blocked, those after it are skipped, and the record has code and next step', () => {
    const blocked = play(asked(), { 'use-read-tool': used(false) });
    expect(contextOf(blocked).statuses).toEqual(['blocked', 'skipped']);
    expect(blocked.records.find(({ kind }) => kind === 'final')?.data).toMatchObject({
      final_status: 'blocked',
      code: 'E_CONFLICT',
      last_error: 'E_CONFLICT: it does not fit',
      look_at_next: errorCodes.E_CONFLICT,
    });
    expect(contextOf(play(asked(), {}, 'EXECUTING.USE')).statuses).toEqual(['done', 'in_progress']);
  });

  test('a task whose minutes are up while it is summed up ends as it had ended', () => {
    const late = tell(play(asked(), {}, 'SUMMARIZING'), { type: 'control.timeout' }).run;
    expect(endOf(play(late))).toEqual({ outcome: 'completed', exitCode: 0 });
  });

  test('an abort is summed up and ends as aborted', () => {
    const aborted = tell(play(asked(asking)), { type: 'control.abort', reason: 'enough' }).run;
    expect(endOf(play(aborted))).toEqual({ outcome: 'aborted', exitCode: 3 });
  });
});

describe('confirmation', () => {
  test('a yes to another plan than the one shown is refused', () => {
    expect(tell(play(asked(asking)), { ...yes, planId: 'plan-0' }).fate).toBe('refused');
  });

  test('a yes to the step covers its calls and no other step', () => {
    const steps = [outline.steps[1], { ...outline.steps[1], id: 's3' }] as never;
    const script = { 'draft-plan': planned({ steps }) };
    const second = play(tell(play(asked(asking), script), yes).run, script);
    expect(second.state).toBe('AWAITING_CONFIRMATION.OPEN');
    expect(contextOf(second).at).toEqual({ step: 1, call: 0 });
  });

  test('a yes to the kind covers it in the whole run', () => {
    const steps = [outline.steps[1], { ...outline.steps[1], id: 's3' }] as never;
    const script = { 'draft-plan': planned({ steps }) };
    const afterWrite = play(tell(play(asked(asking), script), { ...yes, scope: 'kind' }).run, script);
    expect(contextOf(afterWrite).at).toEqual({ step: 0, call: 1 });
    const afterRun = play(tell(afterWrite, { ...yes, scope: 'kind' }).run, script);
    expect(endOf(afterRun)?.outcome).toBe('completed');
  });

  test('a repair that needs a dangerous tool waits for a yes like any other', () => {
    const begun = play(tell(play(asked(asking)), yes).run, { 'use-tool': used(false) }, 'RECOVERING');
    const repaired = {
      ...outline,
      planId: 'plan-2',
      steps: [outline.steps[0], { id: 'fix', title: 'delete', calls: [{ tool: 'delete_file', risk: 'delete' }] }],
    };
    const waiting = play(begun, { 'draft-repair': says({ outcome: 'fix', reason: 'x', plan: repaired as never }) });
    expect(waiting.state).toBe('AWAITING_CONFIRMATION.OPEN');
  });

  test('a refusal binds the next plan', () => {
    const refused = tell(play(asked(asking)), { ...no, reason: 'not the driver' }).run;
    const [start] = refused.pending;
    expect(JSON.stringify(start?.input)).toContain('not the driver');
  });
});

describe('undoing', () => {
  const inputOf = (run: ScriptedRun) => run.pending.at(-1)?.input;
  const failing = { 'use-tool': used(false) };
  const mended = { ...outline, planId: 'plan-2' } as never;

  test('a roll back takes back what the step did by the plans that this one was mended from', () => {
    const once = play(
      asked(),
      { ...failing, 'draft-repair': says({ outcome: 'fix', reason: 'x', plan: mended }) },
      'EXECUTING.USE',
    );
    const fixed = play(
      play(once, failing, 'RECOVERING.REPAIR'),
      { 'draft-repair': says({ outcome: 'fix', reason: 'x', plan: mended }) },
      'EXECUTING.USE',
    );
    const undoes = play(
      play(fixed, failing, 'RECOVERING.REPAIR'),
      { 'draft-repair': says({ outcome: 'roll-back', reason: 'x' }) },
      'RECOVERING.UNDO',
    );
    expect(inputOf(undoes)).toEqual({ since: 'step', planIds: ['plan-1', 'plan-2'], step: 1 });
  });

  test('a person undoes a step and what followed, or everything, and the next plan is told', () => {
    const waiting = play(asked(asking));
    const undo = { type: 'UNDO', planId: 'plan-1', reason: 'not this file' };
    expect(inputOf(tell(waiting, { ...undo, step: 1 }).run)).toEqual({ since: 'step', planIds: ['plan-1'], step: 1 });
    const everything = tell(waiting, undo).run;
    expect(inputOf(everything)).toEqual({ since: 'run', planIds: [], step: 0 });
    expect(JSON.stringify(inputOf(play(everything, {}, 'PLANNING')))).toContain(
      'ada has undone everything that the task has changed: not this file',
    );
  });

  test.each([
    ['another plan', { planId: 'plan-0', step: 0 }],
    ['a step that the plan does not have', { planId: 'plan-1', step: 2 }],
  ])('of %s is refused', (_, fields) => {
    expect(tell(play(asked(asking)), { type: 'UNDO', ...fields }).fate).toBe('refused');
  });
});

describe('what a yes is asked for', () => {
  test('names everything of the step that would be done without asking again', () => {
    const run = play(asked(asking), { 'draft-plan': planned({ steps: outline.steps.slice(1) }) });
    expect(askingOf(run.state, contextOf(run))).toMatchObject({
      what: 'step 1 of 1 "change" writes files (apply_patch), then runs a command (run_terminal_cmd)',
      risk: 'write',
    });
  });

  test("names the verification where the plan's own commands are run", () => {
    const run = play(asked(asksToRun), { 'draft-plan': planned(ownCommands) });
    expect(askingOf(run.state, contextOf(run))).toMatchObject({
      what: 'the verification runs a command (run_terminal_cmd)',
      risk: 'execute',
    });
  });
});

describe('what the table does not hold', () => {
  const taken: Readonly<Record<string, readonly string[]>> = {
    IDLE: ['USER_MESSAGE', 'CANCEL'],
    'CLARIFYING.OPEN': ['CLARIFICATION_ANSWER', 'TIMEOUT', 'CANCEL'],
    'AWAITING_CONFIRMATION.OPEN': ['CONFIRM', 'UNDO', 'PLAN_EDITED', 'TIMEOUT', 'CANCEL'],
    SUMMARIZING: [],
    DONE: [],
  };
  const outside = Object.keys(taskOrchestratorEvents).filter((type) => !type.startsWith('control.'));
  const pairs = everyState().flatMap(([state, run]) => outside.map((type) => [state, type, run] as const));
  test.each(pairs)('%s and %s', (state, type, run) => {
    const event = { ...yes, text: 'x', plan: outline as never, type };
    const { fate, run: after } = tell(run, event);
    const isTaken = (taken[state] ?? ['CANCEL']).includes(type);
    expect(fate).toBe(isTaken ? 'applied' : 'refused');
    if (!isTaken) expect(after).toBe(run);
  });
});

/** A run in each state that stands still or works. */
function everyState(): readonly (readonly [string, ScriptedRun])[] {
  const failing = { 'use-tool': used(false) };
  return [
    ['IDLE', created()],
    ['INTAKE', asked()],
    ['CLARIFYING.OPEN', play(asked(), { 'take-in-request': unclear })],
    ['CLARIFYING.ASK', play(asked({ mode: 'ci' }), { 'take-in-request': unclear }, 'CLARIFYING.ASK')],
    ['CONTEXT_BUILDING', play(asked(), {}, 'CONTEXT_BUILDING')],
    ['PLANNING', play(asked(), {}, 'PLANNING')],
    [
      'AWAITING_CONFIRMATION.OPEN',
      play(asked({ ...asking }), { 'draft-plan': planned({ steps: outline.steps.slice(1) }) }),
    ],
    ['AWAITING_CONFIRMATION.UNDO', tell(play(asked(asking)), { type: 'UNDO', planId: 'plan-1' }).run],
    ['AWAITING_CONFIRMATION.ASK', play(asked({ ...asking, mode: 'ci' }), {}, 'AWAITING_CONFIRMATION.ASK')],
    ['EXECUTING.READ', play(asked(), {}, 'EXECUTING.READ')],
    ['EXECUTING.USE', play(asked(), {}, 'EXECUTING.USE')],
    ['VERIFYING.RUN', play(asked(), {}, 'VERIFYING.RUN')],
    ['RECOVERING.REPAIR', play(asked(), failing, 'RECOVERING.REPAIR')],
    [
      'RECOVERING.UNDO',
      play(asked(), { ...failing, 'draft-repair': says({ outcome: 'roll-back', reason: 'x' }) }, 'RECOVERING.UNDO'),
    ],
    ['SUMMARIZING', play(asked(), {}, 'SUMMARIZING')],
    ['DONE', play(asked())],
  ];
}
