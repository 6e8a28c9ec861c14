import { expect, test } from 'vitest';
import type { ScriptedRun } from '../testing/scripted.ts';
import { table, type WorkflowEvent, type WorkflowState, workflowEvents, workflowStates } from './table.ts';
import { breaks, calmPlanning, contextOf, created, play, proposal, says, started, tell } from './testing/script.ts';

const proposing = (kind: 'workflow' | 'step') => ({ 'ask-planning': calmPlanning({ proposal: proposal(kind) }) });
const failing = { 'perform-action': breaks() };
const lastStage = () => {
  const at = (run: ScriptedRun) => contextOf(run).at;
  let run = play(started(), {}, 'stage_completed');
  while (at(run).stage === 0) run = play(play(run, {}, 'stage_running'), {}, 'stage_completed');
  return run;
};

/** A run that stands in each state, and in which every row of that state makes sense. */
const standing: Readonly<Record<WorkflowState, (event: WorkflowEvent) => ScriptedRun>> = {
  idle: () => created(),
  // The workflow is known from the second stage on.
  stage_running: () => play(play(started(), {}, 'stage_completed'), {}, 'stage_running'),
  step_running: () => play(started(), {}, 'step_running'),
  behavior_running: () => play(started(), {}, 'behavior_running'),
  action_running: (event) => {
    const kind = event === 'UPDATE_STEP' ? 'step' : 'workflow';
    return play(started(), proposing(kind), 'action_running');
  },
  action_completed: () => play(started(), {}, 'action_completed'),
  behavior_completed: () => play(started(), {}, 'behavior_completed'),
  step_completed: () => play(started(), {}, 'step_completed'),
  stage_completed: (event) => (event === 'COMPLETE_WORKFLOW' ? lastStage() : play(started(), {}, 'stage_completed')),
  workflow_completed: () => play(started()),
  workflow_update_pending: () => play(started(), proposing('workflow')),
  step_update_pending: () => play(started(), proposing('step')),
  error: () => play(started(), failing),
  cancelled: () => tell(play(started(), {}, 'step_running'), { type: 'CANCEL' }).run,
};

const payload = { queue: { id: 'queue-1', count: 2 }, updateId: 'update-1' };
const pairs = workflowStates.flatMap((state) => workflowEvents.map((event) => [state, event] as const));

test.each(pairs)('%s and %s', (state, event) => {
  const before = standing[state](event);
  expect(before.state.split('.')[0]).toBe(state);
  const rows: Readonly<Partial<Record<string, string>>> = table[state];
  const to = rows[event];
  const { fate, run } = tell(before, { type: event, ...payload });
  if (to === undefined) {
    expect(fate).toBe('refused');
    expect(run).toBe(before);
    return;
  }
  expect(fate).toBe('applied');
  expect(run.transitions[before.transitions.length]?.to.split('.')[0]).toBe(to);
  expect(run.records.filter(({ kind }) => kind === 'fsm').at(-1)?.data).toMatchObject({ from: state, event, to });
});

/** The rows as the protocol prints them, and at the end the three that it lacks. */
const protocol = `
idle START_WORKFLOW stage_running
stage_running START_STEP step_running
stage_running COMPLETE_STAGE stage_completed
step_running START_BEHAVIOR behavior_running
step_running COMPLETE_STEP step_completed
behavior_running START_ACTION action_running
behavior_running COMPLETE_BEHAVIOR behavior_completed
action_running COMPLETE_ACTION action_completed
action_completed NEXT_ACTION action_running
action_completed COMPLETE_BEHAVIOR behavior_completed
behavior_completed NEXT_BEHAVIOR behavior_running
behavior_completed COMPLETE_STEP step_completed
step_completed NEXT_STEP step_running
step_completed COMPLETE_STAGE stage_completed
stage_completed NEXT_STAGE stage_running
stage_completed COMPLETE_WORKFLOW workflow_completed
workflow_completed RESET idle
action_running UPDATE_WORKFLOW workflow_update_pending
action_running UPDATE_STEP step_update_pending
workflow_update_pending UPDATE_WORKFLOW_CONFIRMED action_completed
workflow_update_pending UPDATE_WORKFLOW_REJECTED action_completed
workflow_update_pending COMPLETE_ACTION workflow_update_pending
step_update_pending UPDATE_STEP_CONFIRMED action_completed
step_update_pending UPDATE_STEP_REJECTED error
stage_running FAIL error
stage_running CANCEL cancelled
step_running FAIL error
step_running CANCEL cancelled
behavior_running FAIL error
behavior_running CANCEL cancelled
action_running FAIL error
action_running CANCEL cancelled
action_completed FAIL error
action_completed CANCEL cancelled
behavior_completed FAIL error
behavior_completed CANCEL cancelled
step_completed FAIL error
step_completed CANCEL cancelled
stage_completed CANCEL cancelled
workflow_update_pending CANCEL cancelled
step_update_pending CANCEL cancelled
error RESET idle
error START_WORKFLOW stage_running
error START_BEHAVIOR behavior_running
cancelled RESET idle
stage_completed FAIL error
workflow_update_pending FAIL error
step_update_pending FAIL error
`;

test('the table is that of the protocol with the three rows that it lacks', () => {
  const rows = workflowStates.flatMap((state) =>
    Object.entries(table[state]).map(([event, to]) => `${state} ${event} ${to}`),
  );
  expect(rows.toSorted()).toEqual(protocol.trim().split('\n').toSorted());
});

test.each([
  [
    'NEXT_ACTION with no action left',
    () =>
      play(
        started(),
        { 'ask-generating': says({ queue: { id: 'q', count: 1 }, says: '', evidence: [] }) },
        'action_completed',
      ),
    'NEXT_ACTION',
  ],
  ['NEXT_STAGE after the last stage', lastStage, 'NEXT_STAGE'],
  ['COMPLETE_WORKFLOW before the last stage', () => play(started(), {}, 'stage_completed'), 'COMPLETE_WORKFLOW'],
  [
    'START_BEHAVIOR after an error before the first step',
    () => play(started(), { 'ask-planning': breaks() }),
    'START_BEHAVIOR',
  ],
  ['UPDATE_WORKFLOW with nothing proposed', () => play(started(), {}, 'action_running'), 'UPDATE_WORKFLOW'],
])('%s is refused', (_, run, type) => {
  expect(tell(run(), { type }).fate).toBe('refused');
});

test.each(['UPDATE_WORKFLOW_CONFIRMED', 'UPDATE_WORKFLOW_REJECTED'])(
  '%s for another update than the one shown is refused',
  (type) => {
    expect(tell(play(started(), proposing('workflow')), { type, updateId: 'update-0' }).fate).toBe('refused');
  },
);
