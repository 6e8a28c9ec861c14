import type { Tone } from '#components/ui/tone.ts';
import type { BehaviorNode, PartStatus } from '#lib/workflow/tree.ts';

type Face = { readonly tone: Tone; readonly word: string };

/** How a stage or step stands. */
export const partFaces = {
  waiting: { tone: 'idle', word: 'to come' },
  current: { tone: 'busy', word: 'current' },
  done: { tone: 'good', word: 'done' },
  failed: { tone: 'bad', word: 'stopped' },
} as const satisfies Record<PartStatus, Face>;

/** How a behavior stands. */
export const behaviorFaces = {
  running: { tone: 'busy', word: 'running' },
  completed: { tone: 'good', word: 'completed' },
  failed: { tone: 'bad', word: 'failed' },
  stopped: { tone: 'idle', word: 'stopped' },
} as const satisfies Record<BehaviorNode['status'], Face>;
