import { Check, CircleDot, CircleSlash, Flag, Hammer, type LucideIcon, Repeat, Undo2 } from 'lucide-react';
import type { Tone } from '#components/ui/tone.ts';
import type { IterationStatus } from './iteration-types.ts';

/** How each kind of iteration is marked. */
export const iterationFaces = {
  baseline: { icon: Flag, tone: 'idle', word: 'base' },
  running: { icon: CircleDot, tone: 'busy', word: 'running' },
  kept: { icon: Check, tone: 'good', word: 'kept' },
  'rolled back': { icon: Undo2, tone: 'attention', word: 'rolled back' },
  'not built': { icon: Hammer, tone: 'bad', word: 'not built' },
  confirmation: { icon: Repeat, tone: 'good', word: 'confirmation' },
  'no result': { icon: CircleSlash, tone: 'attention', word: 'no result' },
} satisfies Record<IterationStatus, { icon: LucideIcon; tone: Tone; word: string }>;
