import type { Tone } from '#components/ui/tone.ts';
import type { RunLife } from './run-types.ts';

const words = {
  queued: { tone: 'idle', word: 'queued' },
  running: { tone: 'busy', word: 'running' },
  waiting: { tone: 'attention', word: 'waiting' },
  paused: { tone: 'attention', word: 'paused' },
  stopping: { tone: 'attention', word: 'stopping' },
  stranded: { tone: 'bad', word: 'needs migration' },
} as const satisfies Record<Exclude<RunLife['status'], 'ended'>, { tone: Tone; word: string }>;

/** The tone and the words of where a run stands. */
export function lifeMark(life: RunLife): { tone: Tone; word: string } {
  if (life.status === 'ended') return { tone: life.tone, word: life.outcome };
  if (life.status === 'waiting') return { tone: 'attention', word: `waits for ${life.waitsFor}` };
  return words[life.status];
}
