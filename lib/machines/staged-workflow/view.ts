import type { StateView, Tone } from '#lib/engine/definition.ts';

/** Every place a workflow can be in, by dotted path. */
export const statePaths = [
  'idle',
  'stage_running',
  'step_running',
  'behavior_running',
  'action_running',
  'action_completed',
  'behavior_completed',
  'step_completed.deciding',
  'step_completed.keeping',
  'step_completed.asking',
  'stage_completed.deciding',
  'stage_completed.keeping',
  'stage_completed.asking',
  'workflow_completed.cleaning',
  'workflow_completed.deciding',
  'workflow_completed.open',
  'workflow_completed.ended',
  'workflow_update_pending.deciding',
  'workflow_update_pending.open',
  'workflow_update_pending.asking',
  'step_update_pending.deciding',
  'step_update_pending.open',
  'step_update_pending.asking',
  'error.cleaning',
  'error.deciding',
  'error.open',
  'error.asking',
  'error.closing',
  'error.ended',
  'cancelled.cleaning',
  'cancelled.deciding',
  'cancelled.open',
  'cancelled.ended',
] as const;
export type StatePath = (typeof statePaths)[number];

const verdict = { waits: { what: 'a verdict on an update', person: true } } as const;
const forAWhile = { waits: { what: 'a reset, for a while', person: false } } as const;

/** Words, tone and column of every state. */
export const view = {
  idle: { ...shown('idle', 0, 'Not started'), waits: { what: 'a start', person: true } },
  stage_running: shown('busy', 1, 'Beginning a stage'),
  step_running: shown('busy', 2, 'Asking Planning about a step'),
  behavior_running: shown('busy', 3, 'Asking Generating for actions'),
  action_running: shown('busy', 4, 'Performing an action'),
  action_completed: shown('busy', 5, 'Looking for the next action'),
  behavior_completed: shown('busy', 5, 'Telling Planning what came of it'),
  'step_completed.deciding': shown('busy', 6, 'Step done'),
  'step_completed.keeping': shown('busy', 6, 'Going on to the next step'),
  'step_completed.asking': shown('busy', 6, 'Asking Planning about the stage'),
  'stage_completed.deciding': shown('busy', 7, 'Stage done'),
  'stage_completed.keeping': shown('busy', 7, 'Going on to the next stage'),
  'stage_completed.asking': shown('busy', 7, 'Asking Planning about the workflow'),
  'workflow_completed.cleaning': shown('good', 8, 'Committing what was made'),
  'workflow_completed.deciding': shown('good', 8, 'Completed'),
  'workflow_completed.open': { ...shown('good', 8, 'Completed, can be reset'), ...forAWhile },
  'workflow_completed.ended': shown('good', 9, 'Completed'),
  'workflow_update_pending.deciding': shown('attention', 5, 'An update was proposed'),
  'workflow_update_pending.open': { ...shown('attention', 5, 'Waiting for a verdict on the workflow'), ...verdict },
  'workflow_update_pending.asking': shown('busy', 5, 'Asking the playbook about the workflow'),
  'step_update_pending.deciding': shown('attention', 5, 'An update was proposed'),
  'step_update_pending.open': { ...shown('attention', 5, 'Waiting for a verdict on the steps'), ...verdict },
  'step_update_pending.asking': shown('busy', 5, 'Asking the playbook about the steps'),
  'error.cleaning': shown('bad', 4, 'Cleaning up after an error'),
  'error.deciding': shown('bad', 4, 'Choosing a recovery'),
  'error.open': { ...shown('bad', 4, 'Waiting for a person'), waits: { what: 'a decision on an error', person: true } },
  'error.asking': shown('bad', 4, 'Asking the playbook for a recovery'),
  'error.closing': shown('bad', 4, 'Keeping what was made'),
  'error.ended': shown('bad', 9, 'Given up'),
  'cancelled.cleaning': shown('idle', 8, 'Cleaning up'),
  'cancelled.deciding': shown('idle', 8, 'Cancelled'),
  'cancelled.open': { ...shown('idle', 8, 'Cancelled, can be reset'), ...forAWhile },
  'cancelled.ended': shown('idle', 9, 'Cancelled'),
} as const satisfies Record<StatePath, StateView>;

function shown(tone: Tone, column: number, label: string): StateView {
  return { label, tone, column };
}
