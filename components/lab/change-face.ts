import type { Tone } from '#components/ui/tone.ts';
import type { ReplayedRun } from './types.ts';

/** The tone and the words of what other criteria would have changed. */
export const changeFaces = {
  same: { tone: 'idle', word: 'same end' },
  earlier: { tone: 'good', word: 'ends earlier' },
  'success lost': { tone: 'bad', word: 'success lost' },
  unknown: { tone: 'attention', word: 'unknown' },
} as const satisfies Record<ReplayedRun['change'], { tone: Tone; word: string }>;
