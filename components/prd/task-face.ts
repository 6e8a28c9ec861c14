import type { Tone } from '#components/ui/tone.ts';
import type { TaskStatus } from '#lib/prd/states.ts';

/** Tone and word of a task's status. */
export const taskFaces = {
  pending: { tone: 'idle', word: 'pending' },
  in_progress: { tone: 'busy', word: 'in hand' },
  done: { tone: 'good', word: 'done' },
  skipped: { tone: 'attention', word: 'skipped' },
} as const satisfies Record<TaskStatus, { tone: Tone; word: string }>;

/** Of the task in hand while the session is blocked. */
export const blockedFace = { tone: 'bad', word: 'blocked' } as const;
