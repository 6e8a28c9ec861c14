import type { Tone } from '#components/ui/tone.ts';
import type { StepStatus } from '#lib/tasks/plan.ts';

/** Tone and word of a step's status. */
export const stepFaces = {
  pending: { tone: 'idle', word: 'pending' },
  in_progress: { tone: 'busy', word: 'in progress' },
  done: { tone: 'good', word: 'done' },
  blocked: { tone: 'bad', word: 'blocked' },
  skipped: { tone: 'idle', word: 'skipped' },
} as const satisfies Record<StepStatus, { tone: Tone; word: string }>;
