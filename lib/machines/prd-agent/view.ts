import type { StateView, Tone } from '#lib/engine/definition.ts';

/** Every place a session can be in, by dotted path. */
export const statePaths = [
  'IDLE.READY',
  'IDLE.RETURNING',
  'IDLE.NOTE',
  'PLANNING.NOTE',
  'PLANNING.DRAFT',
  'CONFIRMING.NOTE',
  'CONFIRMING.DECIDE',
  'CONFIRMING.OPEN',
  'CONFIRMING.ASK',
  'EXECUTING.NOTE',
  'EXECUTING.NEXT',
  'EXECUTING.RUN',
  'EXECUTING.MEND',
  'EXECUTING.VERIFY',
  'EXECUTING.CHECKPOINT',
  'EXECUTING.DROP',
  'AUTO_FIX.NOTE',
  'AUTO_FIX.DECIDE',
  'AUTO_FIX.FIX',
  'AUTO_FIX.VERIFY',
  'BLOCKED.NOTE',
  'BLOCKED.DECIDE',
  'BLOCKED.OPEN',
  'BLOCKED.ASK',
  'ARCHIVING.NOTE',
  'ARCHIVING.KEEP',
  'IDLE.ARCHIVED',
  'IDLE.CANCELLED',
  'IDLE.ROLLED_BACK',
  'IDLE.FAILED',
  'IDLE.ABORTED',
] as const;
export type StatePath = (typeof statePaths)[number];

const noted = 'Writing active_context.md';

/** Words, tone and column of every state. */
export const view = {
  'IDLE.READY': { ...shown('idle', 0, 'Queued'), waits: { what: 'its start', person: false } },
  'IDLE.RETURNING': shown('busy', 0, 'Going back to the checkpoint'),
  'IDLE.NOTE': shown('busy', 0, noted),
  'PLANNING.NOTE': shown('busy', 1, noted),
  'PLANNING.DRAFT': shown('busy', 1, 'Writing the document'),
  'CONFIRMING.NOTE': shown('attention', 2, noted),
  'CONFIRMING.DECIDE': shown('attention', 2, 'Needs a yes'),
  'CONFIRMING.OPEN': waits(2, 'Waiting for a yes', 'a yes to the document'),
  'CONFIRMING.ASK': shown('busy', 2, 'Asking the playbook for a yes'),
  'EXECUTING.NOTE': shown('busy', 3, noted),
  'EXECUTING.NEXT': shown('busy', 3, 'Choosing the next task'),
  'EXECUTING.RUN': shown('busy', 3, 'Carrying out a task'),
  'EXECUTING.MEND': shown('busy', 3, 'Mending as somebody has said'),
  'EXECUTING.VERIFY': shown('busy', 3, 'Verifying'),
  'EXECUTING.CHECKPOINT': shown('busy', 3, 'Keeping a checkpoint'),
  'EXECUTING.DROP': shown('busy', 3, 'Dropping a skipped task'),
  'AUTO_FIX.NOTE': shown('attention', 4, noted),
  'AUTO_FIX.DECIDE': shown('attention', 4, 'Counting fixes'),
  'AUTO_FIX.FIX': shown('attention', 4, 'Fixing'),
  'AUTO_FIX.VERIFY': shown('attention', 4, 'Verifying the fix'),
  'BLOCKED.NOTE': shown('bad', 5, noted),
  'BLOCKED.DECIDE': shown('bad', 5, 'Blocked'),
  'BLOCKED.OPEN': { ...waits(5, 'Blocked', 'a fix, a skip or a roll back'), tone: 'bad' },
  'BLOCKED.ASK': shown('bad', 5, 'Asking the playbook for a way out'),
  'ARCHIVING.NOTE': shown('busy', 6, noted),
  'ARCHIVING.KEEP': shown('busy', 6, 'Archiving'),
  'IDLE.ARCHIVED': shown('good', 7, 'Archived'),
  'IDLE.CANCELLED': shown('idle', 7, 'Cancelled'),
  'IDLE.ROLLED_BACK': shown('attention', 7, 'Rolled back'),
  'IDLE.FAILED': shown('bad', 7, 'Failed'),
  'IDLE.ABORTED': shown('idle', 7, 'Aborted'),
} as const satisfies Record<StatePath, StateView>;

function waits(column: number, label: string, what: string): StateView {
  return { ...shown('attention', column, label), waits: { what, person: true } };
}

function shown(tone: Tone, column: number, label: string): StateView {
  return { label, tone, column };
}
