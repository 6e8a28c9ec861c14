import type { Tone } from '#components/ui/tone.ts';
import type { Change } from '#lib/results/compare.ts';

/** What can become of a test, the most pressing first; each with its tone, its words, and a sentence. */
export const changeFaces = {
  regression: { tone: 'bad', word: 'Regressions', says: 'passed before, fails now' },
  new_failure: { tone: 'bad', word: 'New failures', says: 'was not executed before, fails now' },
  disappeared: { tone: 'attention', word: 'Disappeared', says: 'was executed before, is not there or skipped now' },
  fixed: { tone: 'good', word: 'Fixed', says: 'failed before, passes now' },
  still_failing: { tone: 'attention', word: 'Still failing', says: 'failed before and fails now' },
  new_pass: { tone: 'good', word: 'New passes', says: 'was not executed before, passes now' },
  appeared: { tone: 'idle', word: 'Appeared', says: 'is new and was not executed' },
  not_judged: { tone: 'idle', word: 'Not judged', says: 'the bench had trouble' },
  still_passing: { tone: 'good', word: 'Still passing', says: 'passed before and passes now' },
  unchanged: { tone: 'idle', word: 'Not executed', says: 'neither before nor now' },
} as const satisfies Record<Change, { tone: Tone; word: string; says: string }>;

export const changeOrder = Object.keys(changeFaces) as Change[];
