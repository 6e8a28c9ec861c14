import type { StateView, Tone } from '#lib/engine/definition.ts';

/** Every place a task can be in, by dotted path. */
export const statePaths = [
  'IDLE',
  'INTAKE',
  'CLARIFYING.DECIDE',
  'CLARIFYING.OPEN',
  'CLARIFYING.ASK',
  'CONTEXT_BUILDING',
  'PLANNING',
  'AWAITING_CONFIRMATION.DECIDE',
  'AWAITING_CONFIRMATION.OPEN',
  'AWAITING_CONFIRMATION.UNDO',
  'AWAITING_CONFIRMATION.ASK',
  'EXECUTING.NEXT',
  'EXECUTING.READ',
  'EXECUTING.USE',
  'VERIFYING.DECIDE',
  'VERIFYING.RUN',
  'RECOVERING.DECIDE',
  'RECOVERING.REPAIR',
  'RECOVERING.UNDO',
  'SUMMARIZING',
  'DONE',
] as const;
export type StatePath = (typeof statePaths)[number];

/** Words, tone and column of every state. */
export const view = {
  IDLE: { ...shown('idle', 0, 'Queued'), waits: { what: 'its start', person: false } },
  INTAKE: shown('busy', 1, 'Reading the request'),
  'CLARIFYING.DECIDE': shown('attention', 1, 'Something is unclear'),
  'CLARIFYING.OPEN': waits(1, 'Waiting for an answer', 'an answer'),
  'CLARIFYING.ASK': shown('busy', 1, 'Asking the playbook'),
  CONTEXT_BUILDING: shown('busy', 2, 'Looking at the repository'),
  PLANNING: shown('busy', 3, 'Making a plan'),
  'AWAITING_CONFIRMATION.DECIDE': shown('attention', 4, 'Needs a yes'),
  'AWAITING_CONFIRMATION.OPEN': waits(4, 'Waiting for a yes', 'a confirmation'),
  'AWAITING_CONFIRMATION.UNDO': shown('attention', 4, 'Undoing'),
  'AWAITING_CONFIRMATION.ASK': shown('busy', 4, 'Asking the playbook for a yes'),
  'EXECUTING.NEXT': shown('busy', 5, 'Choosing the next call'),
  'EXECUTING.READ': shown('busy', 5, 'Reading'),
  'EXECUTING.USE': shown('busy', 5, 'Changing'),
  'VERIFYING.DECIDE': shown('busy', 6, 'Choosing the verification'),
  'VERIFYING.RUN': shown('busy', 6, 'Verifying'),
  'RECOVERING.DECIDE': shown('attention', 5, 'Choosing a recovery'),
  'RECOVERING.REPAIR': shown('attention', 5, 'Looking for a repair'),
  'RECOVERING.UNDO': shown('attention', 5, 'Rolling back'),
  SUMMARIZING: shown('busy', 7, 'Summing up'),
  DONE: shown('good', 8, 'Done'),
} as const satisfies Record<StatePath, StateView>;

function waits(column: number, label: string, what: string): StateView {
  return { ...shown('attention', column, label), waits: { what, person: true } };
}

function shown(tone: Tone, column: number, label: string): StateView {
  return { label, tone, column };
}
